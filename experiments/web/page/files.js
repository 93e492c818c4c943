// Files and links: how games come into the page and leave it.

function download(name, text) {
  const link = element("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

async function saveRecord() {
  const { record, error } = await play.ask({ do: "record" });
  if (error) byId("error").textContent = error;
  else download(`carrack-${view.seed}.jsonl`, record);
}

/** Opens the file that was chosen: a record, or the tree of a search. */
async function openFile() {
  const [file] = byId("file").files;
  byId("file").value = "";
  if (!file) return;
  const text = await file.text();
  if (text.startsWith('{"format": "carrack-tree"')) {
    tree.open({ do: "tree_load", text });
    return;
  }
  const isLoaded = await command({ do: "load", record: text }, true);
  const games = text.match(/^\s*\{\s*"format"/gm)?.length;
  if (isLoaded && games > 1) say(`The file has ${games} games; this is the first.`);
}

let remembering; // a timer: browsers refuse an address that changes at every event

function rememberAddress() {
  clearTimeout(remembering);
  remembering = setTimeout(() => history.replaceState(null, "", `#${view.code}`), 400);
}

async function copyLink() {
  location.hash = view.code;
  const copying = navigator.clipboard?.writeText(location.href) ?? Promise.reject();
  const place = await copying.then(() => "copied", () => "in the address bar");
  say(`The link to this position is ${place}.`);
}

function openFromAddress() {
  const code = location.hash.slice(1);
  return code === "" || code === view?.code ? undefined : command({ do: "open", code });
}
