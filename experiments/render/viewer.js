"use strict";
// Steps through the recorded positions. Everything was drawn when the page was written; a step
// only swaps the groups of the board whose markup differs.

const game = JSON.parse(document.getElementById("game").textContent);
const byId = (id) => document.getElementById(id);
const last = game.events.length;
const groups = game.groups.map((id) => byId("board").querySelector(`[id="${id}"]`));

// For each group, the steps at which it changes, ascending, and its pieces from then on.
const changes = game.groups.map(() => ({ steps: [], pieces: [] }));
game.frames.forEach((frame, step) => {
  for (let i = 0; i < frame.length; i += 2) {
    changes[frame[i]].steps.push(step);
    changes[frame[i]].pieces.push(frame[i + 1]);
  }
});

/** The piece that a group shows at a step. */
function pieceAt(group, step) {
  const { steps, pieces } = changes[group];
  let low = 0;
  let high = steps.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (steps[middle] <= step) low = middle;
    else high = middle;
  }
  return pieces[low];
}

/** The group whose frame marks a change of this one, or null. */
function framed(id) {
  if (/^(region|box)-/.test(id)) return id;
  const mat = /^mat-\d+/.exec(id);
  return mat && !id.endsWith("-note") ? mat[0] : null;
}

let step = -1;
let timer = 0;
const shown = game.groups.map(() => -1);

function drawBoard() {
  const marked = new Set();
  if (step > 0) {
    for (let i = 0; i < game.frames[step].length; i += 2) {
      marked.add(framed(game.groups[game.frames[step][i]]));
    }
  }
  groups.forEach((group, g) => {
    const piece = pieceAt(g, step);
    if (piece !== shown[g]) {
      group.innerHTML = game.pieces[piece];
      shown[g] = piece;
    }
    if (marked.has(game.groups[g])) group.setAttribute("class", "changed");
    else group.removeAttribute("class");
  });
}

function cell(row, text, kind, name = "td") {
  const made = document.createElement(name);
  made.textContent = text;
  if (kind) made.className = kind;
  row.append(made);
  return made;
}

function heading(table, words) {
  const row = table.createTHead().insertRow();
  for (const word of words) cell(row, word, "", "th");
  return table.createTBody();
}

/** The visited options of the search that chose this event. */
function drawSearch(event) {
  const table = byId("options");
  table.replaceChildren();
  byId("search").scrollTop = 0;
  byId("search-title").textContent = "No search at this step";
  if (!event?.search) return;
  const { iterations, options } = event.search;
  byId("search-title").textContent =
    `${event.actor} searched ${iterations.toLocaleString("en")} iterations: mean rewards of the players`;
  const seats = game.agents.map((_, seat) => `p${seat + 1}`);
  const body = heading(table, ["option", "visits", ...seats]);
  const most = Math.max(...options.map((option) => option.visits));
  for (const option of options) {
    const row = body.insertRow();
    if (option.option === event.event) row.className = "played";
    const bar = document.createElement("span");
    bar.className = "bar";
    bar.style.width = `${(100 * option.visits) / most}%`;
    cell(row, option.option).append(bar);
    cell(row, option.visits.toLocaleString("en"));
    option.value.forEach((value, seat) => {
      cell(row, value.toFixed(2), seats[seat] === event.actor ? "mine" : "");
    });
  }
}

const vpNow = []; // by seat: cell of the players' table

/** Updates the cursor of the curve and the VP for this step. */
function drawVp() {
  for (const end of ["x1", "x2"]) byId("cursor").setAttribute(end, step);
  game.vp[step].forEach((vp, seat) => (vpNow[seat].textContent = vp));
}

const lines = new Map(); // step → line in the list of moves

/** Scrolls the list minimally to show a line and its two neighbours. */
function reveal(line) {
  const list = byId("moves");
  const room = 2 * line.offsetHeight;
  const top = line.offsetTop - list.offsetTop - room;
  const bottom = top + line.offsetHeight + 2 * room - list.clientHeight;
  list.scrollTop = Math.max(Math.min(list.scrollTop, top), bottom);
}

function show(wanted) {
  const next = Math.min(Math.max(wanted, 0), last);
  if (next === step) return;
  lines.get(step)?.classList.remove("now");
  step = next;
  drawBoard();
  const event = game.events[step - 1];
  byId("event").textContent = event ? event.text : "The start of the game";
  byId("event").title = byId("event").textContent;
  byId("count").textContent = `${step} / ${last}`;
  byId("slider").value = step;
  drawVp();
  drawSearch(event);
  const line = lines.get(step);
  if (line) {
    line.classList.add("now");
    reveal(line);
  } else {
    byId("moves").scrollTop = 0;
  }
  if (!timer) rememberStep();
  document.dispatchEvent(new CustomEvent("step"));
}

// Browsers limit URL updates, so the URL is updated when stepping has stopped.
let remembering = 0;
let remembered = -1;
function rememberStep() {
  clearTimeout(remembering);
  remembering = setTimeout(() => {
    remembered = step;
    if (location.protocol === "about:") return; // a frame of a notebook has no address
    if (location.hash !== `#${step}`) location.replace(`#${step}`);
  }, 150);
}

function pause() {
  clearInterval(timer);
  timer = 0;
  byId("play").textContent = "Play";
  rememberStep();
}

function play() {
  if (step === last) show(0);
  clearInterval(timer);
  clearTimeout(remembering);
  timer = setInterval(() => {
    show(step + 1);
    if (step === last) pause();
  }, Number(byId("speed").value));
  byId("play").textContent = "Pause";
}

/** The first step of the phase before or after the one of this step. */
function phaseFrom(at, direction) {
  const phase = (i) => {
    const event = game.events[Math.max(i - 1, 0)];
    return event ? event.turn + event.phase : "";
  };
  let to = at + direction;
  while (to > 0 && to < last && phase(to) === phase(at)) to += direction;
  if (direction < 0) while (to > 1 && phase(to - 1) === phase(to)) --to;
  return to;
}

const keys = {
  ArrowRight: () => show(step + 1),
  ArrowLeft: () => show(step - 1),
  PageDown: () => show(phaseFrom(step, 1)),
  PageUp: () => show(phaseFrom(step, -1)),
  Home: () => show(0),
  End: () => show(last),
  " ": () => (timer ? pause() : play()),
};
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.tagName === "SELECT") return;
  const act = keys[event.key];
  if (!act || (event.key === " " && event.target.tagName === "BUTTON")) return;
  event.preventDefault();
  if (event.key !== " " && timer) pause();
  act();
});

function stepTo(wanted) {
  if (timer) pause();
  show(wanted);
}
byId("first").addEventListener("click", () => stepTo(0));
byId("back").addEventListener("click", () => stepTo(step - 1));
byId("forward").addEventListener("click", () => stepTo(step + 1));
byId("last").addEventListener("click", () => stepTo(last));
byId("play").addEventListener("click", () => (timer ? pause() : play()));
// Keeps the space key for play instead of repeating the click.
document.querySelector("nav").addEventListener("click", (event) => {
  if (event.detail > 0) event.target.closest("button")?.blur();
});
byId("speed").addEventListener("change", () => timer && play());
byId("slider").addEventListener("input", (event) => stepTo(Number(event.target.value)));
byId("curve").addEventListener("click", (event) => {
  const { left, width } = byId("curve").getBoundingClientRect();
  stepTo(Math.round(((event.clientX - left) / width) * last));
});
byId("moves").addEventListener("click", (event) => {
  const line = event.target.closest("li[data-step]");
  if (line) stepTo(Number(line.dataset.step));
});

function stepOfAddress() {
  const wanted = Number.parseInt(location.hash.slice(1), 10);
  return Number.isNaN(wanted) ? 0 : wanted;
}
window.addEventListener("hashchange", () => {
  if (stepOfAddress() !== remembered) stepTo(stepOfAddress());
});

function drawPlayers() {
  const body = heading(byId("players"), ["", "agent", "now", "end", "rank"]);
  game.agents.forEach((agent, seat) => {
    const row = body.insertRow();
    const marker = `<svg viewBox="-15 -15 30 30" role="img" aria-label="p${seat + 1}"><use href="#p${seat + 1}"/></svg>`;
    cell(row, "").innerHTML = marker;
    const { vp, rank, forfeit, ...sources } = game.result[seat];
    cell(row, game.names[seat], "agent").title = agent;
    vpNow.push(cell(row, ""));
    cell(row, vp).title = Object.entries(sources).map((pair) => pair.join(" ")).join(", ");
    cell(row, forfeit ? `${rank}, ${forfeit.kind}` : rank).title = forfeit?.reason ?? "";
  });
}

function drawMoves() {
  const list = byId("moves");
  let phase = "";
  game.events.forEach((event, i) => {
    const name = `Turn ${event.turn}, ${event.phase}`;
    if (name !== phase) {
      phase = name;
      const title = document.createElement("li");
      title.className = "heading";
      title.textContent = name;
      list.append(title);
    }
    const line = document.createElement("li");
    line.dataset.step = i + 1;
    const number = document.createElement("span");
    number.textContent = i;
    number.title = `ply ${i}`;
    line.append(number, event.text);
    lines.set(i + 1, line);
    list.append(line);
  });
}

byId("title").textContent = game.title;
byId("rules").textContent = game.rules;
byId("engine").textContent = game.engine;
byId("slider").max = last;
byId("least").textContent = byId("curve").dataset.least;
byId("most").textContent = byId("curve").dataset.most;
byId("search").hidden = !game.events.some((event) => event.search);
drawPlayers();
drawMoves();
show(stepOfAddress());
