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
  const start = await file.slice(0, 64).text();
  const kind = start.startsWith('{"format": "carrack-tree"') ? "tree" : "record";
  const limit = setup.words.limits[kind];
  if (file.size > limit) {
    const size = (file.size / 2 ** 20).toFixed(1);
    byId("error").textContent = `The file has ${size} MiB; a ${kind} may have ${limit / 2 ** 20} MiB.`;
    return;
  }
  const text = await file.text();
  if (kind === "tree") tree.open({ do: "tree_load", text });
  else games.load(text, 1);
}

/** The games of a loaded record, of which one is shown. */
const games = {
  record: "", // if it has several
  shown: 0, // which of them, from 1; 0 if there is only one

  async load(record, game) {
    const isLoaded = await command({ do: "load", record, game }, true);
    if (isLoaded && this.shown > 0) say(`The file has ${byId("game").max} games; this is game ${game}.`);
    else if (!isLoaded) byId("game").value = this.shown;
  },

  /** Games can be chosen where a request has loaded one of several. */
  follow(request, answer) {
    const { games = 1 } = answer; // only records have several
    byId("games").hidden = games === 1;
    this.record = games === 1 ? "" : request.record;
    this.shown = games === 1 ? 0 : request.game;
    byId("game").value = this.shown;
    byId("game").max = games;
    byId("game-count").textContent = `of ${games.toLocaleString("en")}`;
  },

  choose() {
    const { value, validity } = byId("game");
    if (value !== "" && validity.valid) this.load(this.record, Number(value));
    else byId("game").value = this.shown;
  },
};

let remembering; // a timer: browsers refuse an address that changes at every event

function rememberAddress() {
  clearTimeout(remembering);
  remembering = setTimeout(() => history.replaceState(null, "", `#${view.code}`), 400);
}

async function copyLink() {
  clearTimeout(remembering);
  history.replaceState(null, "", `#${view.code}`); // not location.hash, which would open the link
  const copying = navigator.clipboard?.writeText(location.href) ?? Promise.reject();
  const place = await copying.then(() => "copied", () => "in the address bar");
  say(`The link to this position is ${place}.`);
}

function openFromAddress() {
  const code = location.hash.slice(1);
  return code === "" || code === view?.code ? undefined : command({ do: "open", code });
}
