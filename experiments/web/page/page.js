// The flow of a game: requests to the engine, and what the page shows of its answers.

const play = new Engine();
let view; // what the engine has answered last
let turn = 0; // counts the person's commands: agents stop when there is a new one
let coming = 0; // games that have been asked for and are not shown yet
let isBehind = false; // whether the engine has another game than the one that is shown
let settled; // the groups of the picture at the person's last decision
let seenPly = 0; // events of the line that have been told in the live region

function say(text) {
  byId("live").textContent = text;
}

/** Sends a request that changes the game; agents play on unless `stay`. Whether it was right. */
async function command(request, stay = false) {
  const isNew = ["new", "load", "open"].includes(request.do);
  // All but `view` is about the shown position, which is about to leave.
  if (coming > 0 && !isNew && request.do !== "view") return false;
  if (isNew) ++coming;
  const mine = ++turn;
  // A choice is one of the shown position, also where the engine has gone on from there.
  const isChoice = ["play", "branch"].includes(request.do);
  if (isChoice && play.isBusy) play.ask({ do: "go", node: view.node });
  const answer = await play.ask(request);
  if (isNew && answer.error) --coming;
  if (answer.error && mine === turn && view && (isBehind || !view.human)) await catchUp();
  byId("error").textContent = answer.error ?? "";
  if (answer.error) return false;
  const jumps = isNew || ["go", "undo", "redo"].includes(request.do);
  settled = jumps ? undefined : view?.groups;
  if (isNew) {
    seenPly = 0;
    games.follow(request, answer);
    picture.draw(answer.svg, answer.groups);
    pins.clear();
    isBehind = true;
    if (byId("report").open) report.close();
    closeDialogs(); // they are about the game before
    await nextTask();
    --coming;
    if (mine !== turn) return true;
  }
  const goesOn = !stay && answer.seats.includes("human"); // a game of agents waits for the button
  show(answer, goesOn);
  if (goesOn) await goOn(mine);
  return true;
}

/** Shows where the engine is: an agent's choice may have ended unseen, or a game been loaded. */
async function catchUp() {
  const mine = turn;
  const answer = await play.ask({ do: "view" });
  if (mine === turn && !answer.error) show(answer, false);
}

let isRestoring = false;

/** The engine that takes the place of one that failed gets the game up to here. */
play.onFailure = async (reason) => {
  if (!view || isRestoring) return;
  isRestoring = true;
  await command({ do: "open", code: view.code }, true);
  isRestoring = false;
  byId("error").textContent = reason;
};

/** Agents choose until a person is to. */
async function goOn(mine) {
  while (mine === turn && !view.over && !view.human) if (!(await agentMove(mine))) return;
}

async function agentMove(mine) {
  byId("who").textContent = view.actor;
  byId("what").textContent = `(${view.names[Number(view.actor.slice(1)) - 1]}) is choosing …`;
  if (!byId("fast").checked) await new Promise((resolve) => setTimeout(resolve, 350));
  if (mine !== turn) return false;
  const answer = await play.ask({ do: "move" });
  if (mine !== turn) return false;
  byId("error").textContent = answer.error ?? "";
  if (answer.error) showOptions(false);
  else show(answer, true);
  return !answer.error;
}

function choose(event) {
  closeDialogs();
  command({ do: "play", event });
}

/** Plays the line of a search, as a variation if the game went on in another way. */
async function branchOff(events) {
  if (!(await command({ do: "branch", events }, true)) || view.played === events.length) return;
  say(`Played ${view.played} of ${events.length} events; the next one is not legal after this game's draws.`);
}

/** Shows an answer; it is not analysed where the game goes on with an agent's choice. */
function show(answer, goesOn) {
  view = answer;
  isBehind = false;
  preview.end();
  picture.frame(settled);
  byId("rules").textContent = `${view.ruleset}, seed ${view.seed}`;
  rememberAddress();
  showLine();
  showOptions(goesOn);
  showResult();
  position.follow();
  askForScreen();
  if (!goesOn || view.human || view.over) {
    variations.follow(view);
    analysis.follow(view);
  } else {
    analysis.stop();
  }
}

/** The options can be chosen unless an agent is about to. */
function showOptions(goesOn) {
  const isAgents = goesOn && !view.human && !view.over;
  const isAsked = view.options.length > 0 && !view.over;
  const mine = isAsked && !isAgents;
  byId("who").textContent = view.over ? "The game is over." : view.actor;
  byId("what").textContent = view.over
    ? ""
    : `to move · turn ${view.turn}, ${view.phase}` + (view.human ? " · your choice" : "");
  picture.light(mine ? view.options : []);
  byId("options").replaceChildren(...(isAsked ? view.options.map(optionButton) : []));
  for (const button of byId("options").children) button.disabled = isAgents;
  byId("choices").hidden = !isAsked;
  byId("options-title").textContent = `${view.options.length} options of ${view.actor}`;
  byId("agents").hidden = view.over || view.human;
  byId("agents").disabled = isAgents;
  byId("undo").disabled = !view.line.some(({ asked, node }) => asked && node <= view.node);
  byId("redo").disabled = view.line.length === 0 || view.line.at(-1).node === view.node;
  byId("hint").disabled = !mine;
}

function optionButton(option) {
  const button = element("button", "", withoutActor(option.text));
  button.dataset.event = option.event;
  const tile = option.event.match(/^buy (.*)/)?.[1];
  if (tile) button.append(element("small", "", ` ${setup.words.tiles[tile]}`));
  else button.title = option.event;
  return button;
}

/** Events of the current line; only what is new is added. */
function showLine() {
  const list = byId("line");
  const shown = [...list.querySelectorAll("li[data-node]")];
  let same = 0;
  while (
    same < shown.length &&
    same < view.line.length &&
    shown[same].dataset.key === keyOf(view.line[same])
  ) {
    ++same;
  }
  for (let last = list.lastElementChild; last; last = list.lastElementChild) {
    if (same > 0 && last === shown[same - 1]) break;
    last.remove();
  }
  let heading = [...list.querySelectorAll(".heading")].at(-1)?.textContent;
  for (const row of view.line.slice(same)) {
    const title = `Turn ${row.turn}, ${row.phase}`;
    if (title !== heading) list.append(element("li", "heading", (heading = title)));
    const item = element("li");
    item.dataset.node = row.node;
    item.dataset.key = keyOf(row);
    item.append(element("button", "", row.text));
    if (row.alternatives > 0) {
      const variations = row.alternatives === 1 ? "variation" : "variations";
      const more = element("button", "link", `${row.alternatives} other ${variations}`);
      more.dataset.alternatives = row.node;
      item.append(more);
    }
    list.append(item);
  }
  const now = list.querySelector(`li[data-node="${view.node}"]`);
  const before = list.querySelector(".now");
  before?.classList.remove("now");
  before?.firstElementChild.removeAttribute("aria-current");
  now?.classList.add("now");
  now?.firstElementChild.setAttribute("aria-current", "true");
  requestAnimationFrame(() => {
    if (now) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
  });
  const ply = view.line.findIndex(({ node }) => node === view.node) + 1;
  const news = view.line.slice(Math.max(seenPly, ply - 3), ply);
  if (ply < seenPly) say(`Back to event ${ply} of ${view.line.length}.`);
  if (news.length > 0) say(news.map(({ text }) => text).join("; ") + ".");
  seenPly = ply;
}

function keyOf({ node, text, alternatives }) {
  return `${node} ${alternatives} ${text}`;
}

/** The variations beside an event. */
async function showAlternatives(node, item) {
  const { nodes } = await play.ask({ do: "tree" });
  const parent = nodes?.find((row) => row.node === node)?.parent;
  if (parent === undefined || !item.isConnected) return; // no answer, or another list by now
  for (const other of nodes.filter((row) => row.parent === parent && row.node !== node)) {
    if (item.parentNode.querySelector(`.variation[data-to="${other.node}"]`)) continue;
    const row = element("li", "variation");
    row.dataset.to = other.node;
    row.append(element("button", "", `or: ${other.text}`));
    item.after(row);
  }
}

function showResult() {
  byId("result").hidden = !view.over;
  if (!view.over) return;
  const words = { colonies: "colonies", discoveries: "discov.", tiles: "tiles", economy: "econ." };
  if (view.result.some(({ bought }) => bought > 0)) words.bought = "bought";
  const [sources, titles] = [Object.keys(words), Object.values(words)];
  const head = element("tr");
  head.append(...["", "rank", "VP", ...titles].map((title) => element("th", "", title)));
  const rows = view.result.map((seat, i) => {
    const row = element("tr");
    const rank = seat.forfeit ? `${seat.rank}, ${seat.forfeit}` : seat.rank;
    const cells = [`p${i + 1} ${view.names[i]}`, rank, seat.vp, ...sources.map((s) => seat[s])];
    row.append(...cells.map((text) => element("td", "", text)));
    return row;
  });
  byId("scores").replaceChildren(head, ...rows);
  const winners = view.result.flatMap((seat, i) => (seat.rank === 1 ? [`p${i + 1}`] : []));
  say(`The game is over. ${winners.join(" and ")} won.`);
}

/** Where persons know different things, the board is covered until the next one has the screen. */
function askForScreen() {
  const seat = Number(view.actor.slice(1)) - 1;
  const isOthers = view.secrets && view.human && view.eyes !== seat;
  document.body.classList.toggle("covered", isOthers);
  if (!isOthers) return;
  byId("handover-title").textContent = `Please hand over to ${view.actor}`;
  byId("handover").dataset.seat = seat;
  if (!byId("handover").open) byId("handover").showModal();
}

function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
}

/** One option at a place is played; of several, one is chosen in a dialog. */
function clickPlace(place) {
  const options = picture.places.get(place);
  if (options.length === 1) {
    choose(options[0].event);
    return;
  }
  byId("chooser-title").textContent = `${options.length} options here`;
  byId("chooser-options").replaceChildren(...options.map(optionButton));
  byId("chooser").showModal();
}

function toggleAnalysis() {
  analysis.isOn = !analysis.isOn;
  byId("analyse").setAttribute("aria-pressed", analysis.isOn);
  byId("analysis").hidden = !analysis.isOn;
  analysis.follow(view);
}

const actions = {
  new: () => setup.ask(),
  load: () => byId("file").click(),
  save: saveRecord,
  link: copyLink,
  undo: () => command({ do: "undo" }, true),
  redo: () => command({ do: "redo" }, true),
  hint: giveHint,
  analyse: toggleAnalysis,
  pin: () => analysis.pin(),
  "more-options": () => analysis.showAll(),
  agents: () => {
    if (coming > 0) return;
    showOptions(true);
    goOn(++turn);
  },
  "guide-toggle": () => {
    const isOpen = byId("guide").toggleAttribute("hidden") === false;
    byId("guide-toggle").setAttribute("aria-expanded", isOpen);
    if (isOpen) byId("guide").focus();
  },
  "show-tree": () => tree.search(),
  "tree-root": () => tree.zoom(0),
  "tree-close": closeDialogs,
  "make-report": () => report.make(),
  "report-close": () => report.close(),
  "report-save": () => download(`carrack-${view.seed}.html`, byId("report-page").srcdoc),
  cancel: closeDialogs,
  "chooser-cancel": closeDialogs,
  "handover-show": () => {
    closeDialogs();
    command({ do: "view", eyes: Number(byId("handover").dataset.seat) });
  },
};

document.addEventListener("click", (event) => {
  const { target } = event;
  const button = target.closest("button");
  if (button && actions[button.id]) {
    actions[button.id]();
  } else if (button?.dataset.pinEvent) {
    analysis.pin(button.dataset.pinEvent);
  } else if (button?.dataset.pin) {
    command({ do: "go", node: pins.rows[Number(button.dataset.pin)].node }, true);
  } else if (button?.dataset.unpin) {
    pins.remove(Number(button.dataset.unpin));
  } else if (button && analysis.isOutdated(button)) {
    say("These figures are of another position.");
  } else if (button?.dataset.events) {
    branchOff(JSON.parse(button.dataset.events));
  } else if (button?.closest("#variation-tree")) {
    command({ do: "go", node: Number(button.dataset.to) }, true);
  } else if (button?.dataset.event) {
    choose(button.dataset.event);
  } else if (button?.dataset.alternatives) {
    showAlternatives(Number(button.dataset.alternatives), button.closest("li"));
  } else if (button?.closest("#line")) {
    const { node, to } = button.closest("li").dataset;
    command({ do: "go", node: Number(to ?? node) }, true);
  } else if (target.closest("[data-guide]")) {
    document.querySelector(target.getAttribute("href")).scrollIntoView();
    event.preventDefault(); // the address is that of the position
  } else if (target.closest("[data-node]") && target.closest("#tree")) {
    tree.zoom(Number(target.closest("[data-node]").dataset.node));
  } else if (target.closest("#board")) {
    const place = picture.placeOf(target);
    if (place) clickPlace(place);
  }
});

preview.listen();
byId("board").addEventListener("mouseover", ({ target }) => picture.explain(target));
byId("variation-tree").addEventListener("keydown", (event) => variations.key(event));

byId("tree-picture").addEventListener("keydown", (event) => {
  const { node } = event.target.dataset;
  if (!["Enter", " "].includes(event.key) || !node) return;
  event.preventDefault();
  tree.zoom(Number(node));
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && byId("handover").open) event.preventDefault();
  if (document.querySelector("dialog[open]") || event.target.id === "game") return;
  const key = { u: "undo", r: "redo", h: "hint", a: "analyse", p: "pin", "?": "guide-toggle" }[event.key];
  if (key && byId("letters").checked && !byId(key).disabled && byId(key).getClientRects().length > 0) actions[key]();
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  const buttons = [...byId("options").querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement);
  const isFree = [document.body, byId("board")].includes(document.activeElement);
  if (!step || (at < 0 && !isFree)) return;
  const from = at < 0 && step < 0 ? 0 : at; // up from outside leads to the last one
  buttons[(from + step + buttons.length) % buttons.length]?.focus();
  event.preventDefault();
});

byId("new-game").addEventListener("submit", () => command(setup.request()));
byId("report").addEventListener("cancel", () => report.close());
byId("handover").addEventListener("cancel", (event) => event.preventDefault());
byId("file").addEventListener("change", openFile);
byId("game").addEventListener("change", () => games.choose());
byId("position").addEventListener("toggle", () => position.follow());
window.addEventListener("hashchange", openFromAddress);

/** What each tile does, at the end of the rules. */
function listTiles() {
  const article = element("article");
  article.id = "guide-tiles";
  article.append(element("h1", "", "The tiles"));
  for (const [name, text] of Object.entries(setup.words.tiles)) {
    const line = element("p");
    line.append(element("strong", "", `${withoutActor(name)}.`), ` ${text}`);
    article.append(line);
  }
  byId("guide").append(article);
}

async function begin() {
  const words = await play.ask({ do: "words" });
  if (words.error) {
    byId("error").textContent = words.error;
    return;
  }
  setup.open(words);
  listTiles();
  if (await openFromAddress()) return;
  const wrong = byId("error").textContent; // with the address
  await command(setup.request());
  if (wrong !== "") byId("error").textContent = wrong;
  else if (byId("error").textContent === "" && !view.over) byId("setup").showModal();
}
begin();
