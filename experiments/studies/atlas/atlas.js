"use strict";
// Tables come as columns; a row is an object. A game is what one trial played: an edition with its
// modules (`title`), a number of players, and the agent at every seat (`strength`).
const data = JSON.parse(document.getElementById("data").textContent);
const rowsOf = (columns) => {
  const names = Object.keys(columns);
  const count = names.length ? columns[names[0]].length : 0;
  return Array.from({ length: count }, (_, i) => Object.fromEntries(names.map((n) => [n, columns[n][i]])));
};
const games = data.games;
const tiles = rowsOf(data.tiles);
const splits = rowsOf(data.splits);
const pairs = data.pairs ? rowsOf(data.pairs) : [];
const LEAST_OF_A_TURN = 500;
const DISCOVERY_RATE = 0.05;
const SHOWN_PARTNERS = 5; // at either end

const byId = (id) => document.getElementById(id);
const form = byId("filters").elements;
const body = document.querySelector("#tiles tbody");
let sorting = { column: "vs_other", descending: true };
let chosen = null; // the tile of the panel

// Numbers that round to 0 have no sign.
const signed = (x, digits = 3) => {
  if (x == null) return "–";
  const text = Math.abs(x).toFixed(digits);
  return Number(text) === 0 ? text : (x < 0 ? "−" : "+") + text;
};
const percent = (x) => (x == null ? "–" : `${(100 * x).toFixed(0)} %`);

// An element with properties and children.
function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}
function svg(tag, attributes, text = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
}
// Fills a live region where its text changes, as it is read aloud whenever it is written to.
function say(region, ...children) {
  const made = element("div", {}, ...children);
  if (region.textContent !== made.textContent) region.replaceChildren(...made.childNodes);
}

// The interval of a column of the main table: the simultaneous one where there is one.
function intervalOf(row, column) {
  const isSimultaneous = row[`${column}_all_low`] != null;
  const name = isSimultaneous ? `${column}_all` : column;
  return { low: row[`${name}_low`], high: row[`${name}_high`], isSimultaneous };
}

// A mean with its interval; coloured where a simultaneous interval excludes 0.
function effect(row, column, digits = 3) {
  const { low, high, isSimultaneous } = intervalOf(row, column);
  const kind = !isSimultaneous ? "" : low > 0 ? "good" : high < 0 ? "bad" : "";
  const interval = low == null ? "" : ` [${signed(low, digits)}, ${signed(high, digits)}]`;
  return element("span", { className: kind }, signed(row[column], digits),
    element("span", { className: "interval", textContent: interval }));
}

function bestTurn(row) {
  const known = splits.filter((s) => s.trial === row.trial && s.tile === row.tile && s.by === "turn" &&
    s.forks >= LEAST_OF_A_TURN);
  return known.length ? known.reduce((a, b) => (b.vs_other > a.vs_other ? b : a)).value : null;
}
for (const row of tiles) row.best_turn = bestTurn(row);

const ROMAN = ["", "I", "II", "III"];
const tileButton = (r) => element("button", { type: "button", textContent: r.tile, onclick: () => choose(r.tile) });
const COLUMNS = [
  { key: "tile", title: "tile", show: tileButton },
  { key: "age", title: "age", show: (r) => ROMAN[r.age] },
  { key: "cost", title: "$", show: (r) => r.cost },
  { key: "offer_rate", title: "offered", define: "offered", show: (r) => percent(r.offer_rate) },
  { key: "buy_rate", title: "bought", define: "bought", show: (r) => percent(r.buy_rate) },
  { key: "vs_other", title: "vs other", define: "vs_other", show: (r) => effect(r, "vs_other") },
  { key: "vs_nothing", title: "vs nothing", define: "vs_nothing", show: (r) => effect(r, "vs_nothing") },
  { key: "own_use", title: "own use", define: "own_use", show: (r) => effect(r, "own_use") },
  { key: "denial", title: "denial", define: "denial", show: (r) => effect(r, "denial") },
  { key: "vp_vs_other", title: "VP", define: "vp_vs_other", show: (r) => effect(r, "vp_vs_other", 1) },
  { key: "seen", title: "seen", define: "seen", show: (r) => effect(r, "seen") },
  { key: "adjusted", title: "adjusted", define: "adjusted", show: (r) => effect(r, "adjusted") },
  { key: "bought_vs_other", title: "on buyers", define: "bought_vs_other", show: (r) => effect(r, "bought_vs_other") },
  { key: "best_turn", title: "best turn", define: "best_turn", show: (r) => r.best_turn ?? "–" },
];

// The choice of a game.

const distinct = (rows, key) => [...new Set(rows.map((r) => r[key]))];
function offer(select, values, wanted) {
  select.replaceChildren(...values.map((v) => element("option", { value: String(v), textContent: String(v) })));
  if (values.map(String).includes(String(wanted))) select.value = String(wanted);
}
// Fills the choices with what was played, and chooses what is wanted where it was.
function chooseGame(wanted) {
  offer(form.edition, distinct(games, "title"), wanted.title);
  const ofEdition = games.filter((g) => g.title === form.edition.value);
  offer(form.players, distinct(ofEdition, "players").sort((a, b) => a - b), wanted.players);
  const ofPlayers = ofEdition.filter((g) => String(g.players) === form.players.value);
  offer(form.strength, distinct(ofPlayers, "strength"), wanted.strength);
}
const currentGame = () => games.find((g) => g.title === form.edition.value && String(g.players) === form.players.value &&
  g.strength === form.strength.value);
const rowOf = (game, tile) => tiles.find((r) => r.trial === game.trial && r.tile === tile);
const nameOf = (game) => `${game.title}, ${game.players} players, played by ${game.strength}`;

// The address of a tile: #tile-NAME/TRIAL. Without the trial, it is the game that is shown if that has the
// tile, or else the first one that does.

const addressOf = (tile) => `#tile-${encodeURIComponent(tile)}/${encodeURIComponent(currentGame().trial)}`;
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // as in "%"
  }
}
// Returns whether the address is one of a tile, or of no tile; others are those of definitions.
function readAddress() {
  if (!location.hash) chosen = null;
  if (!location.hash.startsWith("#tile-")) return !location.hash;
  const [tile, trial] = location.hash.slice("#tile-".length).split("/").map(decoded);
  chosen = tile || null;
  const has = (game) => rowOf(game, tile);
  const wanted = games.find((g) => g.trial === trial) ?? (has(currentGame()) ? currentGame() : games.find(has));
  if (wanted) chooseGame(wanted);
  return true;
}
function choose(tile) {
  const address = addressOf(tile);
  if (location.hash === address) byId("tile").scrollIntoView({ block: "nearest" });
  else location.hash = address;
}
function closeTile() {
  const tile = chosen;
  chosen = null;
  history.pushState(null, "", location.href.split("#")[0]);
  showTile();
  buttonOf(tile)?.focus();
}

// The main table. Its head stays; its rows are replaced when the game, the filter or the order changes.

const heads = new Map(COLUMNS.map((column) => [column.key, heading(column)]));
document.querySelector("#tiles thead").append(element("tr", {}, ...heads.values()));

function definition(name, title) {
  const link = element("a", { href: `#def-${name}`, textContent: "?", className: "define" });
  link.setAttribute("aria-label", `definition of ${title}`);
  return link;
}
function heading(column) {
  const sort = () => {
    const isAgain = sorting.column === column.key;
    sorting = { column: column.key, descending: isAgain ? !sorting.descending : column.key !== "tile" };
    drawRows();
  };
  const button = element("button", { type: "button", textContent: column.title, onclick: sort });
  const cell = element("th", { scope: "col" }, button);
  if (column.define) cell.append(" ", definition(column.define, column.title));
  return cell;
}
function line(row) {
  const [name, ...others] = COLUMNS;
  const made = element("tr", {}, element("th", { scope: "row" }, name.show(row)),
    ...others.map((column) => element("td", {}, column.show(row))));
  made.dataset.tile = row.tile;
  return made;
}
const buttonOf = (tile) => [...body.rows].find((row) => row.dataset.tile === tile)?.querySelector("button");

// By the chosen column; rows without a value are last in both directions.
function inOrder(a, b) {
  const [x, y] = [a[sorting.column], b[sorting.column]];
  if (x == null || y == null) return (x == null) - (y == null);
  const order = x < y ? -1 : x > y ? 1 : 0;
  return sorting.descending ? -order : order;
}
function drawRows() {
  const focused = body.contains(document.activeElement) ? document.activeElement.closest("tr").dataset.tile : null;
  const game = currentGame();
  const rows = tiles.filter((r) => r.trial === game.trial && (!form.age.value || String(r.age) === form.age.value));
  rows.sort(inOrder);
  for (const [key, cell] of heads) {
    if (key === sorting.column) cell.setAttribute("aria-sort", sorting.descending ? "descending" : "ascending");
    else cell.removeAttribute("aria-sort");
  }
  body.replaceChildren(...rows.map(line));
  markChosen();
  if (focused) buttonOf(focused)?.focus({ preventScroll: true });
  say(byId("games"), rows.length ? `${rows[0].games.toLocaleString("en")} games, ${rows.length} tiles` : "no tiles");
}
function markChosen() {
  for (const row of body.rows) {
    if (row.dataset.tile === chosen) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  }
}

// The panel of a tile.

// Means with intervals over values of x. An end of the axis has a number where that does not touch the 0.
const APART = 12;
function chart(title, note, points) {
  const [width, height, left, bottom, top] = [360, 190, 44, 24, 8];
  const low = Math.min(0, ...points.map((p) => p.low));
  const high = Math.max(0, ...points.map((p) => p.high));
  const y = (v) => height - bottom - (height - bottom - top) * (v - low) / (high - low || 1);
  const x = (i) => left + (width - left) * (i + 0.5) / points.length;
  const text = (p) => `${p.name} ${signed(p.mean)} [${signed(p.low)}, ${signed(p.high)}]`;
  const drawn = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" });
  drawn.append(svg("title", {}, `${title}: ${points.map(text).join("; ")}`));
  for (const v of [low, 0, high]) drawn.append(svg("line", { class: "axis", x1: left, x2: width, y1: y(v), y2: y(v) }));
  for (const v of [0, ...[low, high].filter((end) => Math.abs(y(end) - y(0)) >= APART)]) {
    const at = { class: "value", x: left - 5, y: y(v) + 4, "text-anchor": "end" };
    drawn.append(svg("text", at, v === 0 ? "0" : signed(v, 2)));
  }
  points.forEach((p, i) => {
    const mark = svg("g", { class: p.isHollow ? "mark hollow" : "mark" });
    mark.append(svg("title", {}, `${text(p)}, ${p.forks.toLocaleString("en")} games`),
      svg("line", { x1: x(i), x2: x(i), y1: y(p.low), y2: y(p.high), "stroke-width": 2 }),
      svg("circle", { cx: x(i), cy: y(p.mean), r: 4 }));
    drawn.append(mark, svg("text", { x: x(i), y: height - 6, "text-anchor": "middle" }, p.label));
  });
  return element("figure", {}, drawn, element("figcaption", {}, element("b", { textContent: `${title}.` }), ` ${note}`));
}

function splitPoints(trial, tile, by) {
  return splits.filter((s) => s.trial === trial && s.tile === tile && s.by === by)
    .sort((a, b) => a.value - b.value)
    .map((s) => ({
      label: String(s.value), name: `${by} ${s.value}`, mean: s.vs_other, low: s.vs_other_low, high: s.vs_other_high,
      forks: s.forks,
    }));
}
function gamePoints(tile) {
  const titles = distinct(games, "title");
  const ordered = [...games].sort((a, b) => titles.indexOf(a.title) - titles.indexOf(b.title) || a.players - b.players);
  return ordered.flatMap((game) => {
    const row = rowOf(game, tile);
    if (!row) return [];
    return [{
      label: `${game.edition[0]}${game.players}`, name: nameOf(game), isHollow: game.strength !== "policy",
      mean: row.vs_other, ...intervalOf(row, "vs_other"), forks: row.forks,
    }];
  });
}
function charts(row) {
  const letters = distinct(games, "title").map((title) => `${games.find((g) => g.title === title).edition[0]}: ${title}`);
  const pointwise = "Pointwise intervals: each by itself holds in 95 of 100 repetitions. Descriptive.";
  const shown = [
    ["Effect vs other by turn", `The turn of the first affordable purchase. ${pointwise}`, splitPoints(row.trial, row.tile, "turn")],
    ["Effect vs other by place", `The buyer's place in the order of the turn. ${pointwise}`, splitPoints(row.trial, row.tile, "place")],
    ["Effect vs other in all games", "Simultaneous intervals, those of the table of each game. " +
      `${letters.join("; ")}; then the number of players. Filled: played by policy; hollow: by script.`, gamePoints(row.tile)],
  ];
  return shown.filter(([, , points]) => points.length).map((parts) => chart(...parts));
}

function partners(tile) {
  const known = pairs.filter((p) => p.b === tile).sort((a, b) => b.shrunk - a.shrunk);
  const game = games.find((g) => g.trial === data.pairs_of);
  if (!known.length || !game) return [];
  const shown = [...known.slice(0, SHOWN_PARTNERS), ...known.slice(Math.max(SHOWN_PARTNERS, known.length - SHOWN_PARTNERS))];
  const rows = shown.map((p) => element("tr", {}, element("th", { scope: "row", textContent: p.a }),
    element("td", { textContent: p.with_a.toLocaleString("en") }),
    element("td", { textContent: `${signed(p.difference)} ± ${(1.96 * p.error).toFixed(3)}` }),
    element("td", { textContent: signed(p.shrunk), className: p.q >= DISCOVERY_RATE ? "" : p.shrunk > 0 ? "good" : "bad" })));
  const head = [["with"], ["games of owners"], ["difference", "difference"], ["shrunk", "shrunk"]].map(([title, define]) => {
    const cell = element("th", { scope: "col", textContent: title });
    if (define) cell.append(" ", definition(define, title));
    return cell;
  });
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
  table.setAttribute("aria-label", `partners of ${tile}`);
  return [
    element("h3", { textContent: `Partners (${nameOf(game)})` }),
    element("p", { textContent: `The best and the worst tiles to own already when ${tile} is bought, at most ${SHOWN_PARTNERS} ` +
      "of each. Blue: better together; orange: worse together. These are called at a false discovery rate of " +
      `${100 * DISCOVERY_RATE} % over all pairs.` }),
    element("div", { className: "wide" }, table),
  ];
}

function showTile() {
  markChosen();
  byId("tile").classList.toggle("open", chosen !== null);
  byId("tile-body").replaceChildren();
  if (chosen === null) {
    say(byId("tile-head"));
    return;
  }
  const row = rowOf(currentGame(), chosen);
  const title = element("h2", { id: "tile-name", textContent: chosen });
  say(byId("tile-head"), title, ...(row ? [] : [element("p", { textContent: "This game has no such tile." })]));
  byId("tile-body").append(element("button", { type: "button", textContent: "Close", className: "close", onclick: closeTile }));
  if (!row) return;
  byId("tile-body").append(
    element("p", { textContent: `Age ${ROMAN[row.age]}, $${row.cost}. ${data.effects[row.tile] ?? ""}` }),
    element("div", { className: "charts" }, ...charts(row)),
    ...partners(row.tile),
  );
}

byId("filters").addEventListener("change", () => {
  chooseGame({ title: form.edition.value, players: form.players.value, strength: form.strength.value });
  if (chosen !== null) history.replaceState(null, "", addressOf(chosen));
  drawRows();
  showTile();
});
byId("filters").addEventListener("submit", (event) => event.preventDefault());
window.addEventListener("hashchange", () => {
  const before = currentGame();
  if (!readAddress()) return;
  if (currentGame() !== before) drawRows();
  showTile();
  if (chosen !== null) byId("tile").scrollIntoView({ block: "nearest" });
});

for (const place of document.querySelectorAll(".least-of-a-turn")) place.textContent = LEAST_OF_A_TURN;
chooseGame(games[0]);
readAddress();
drawRows();
showTile();
if (chosen !== null) byId("tile").scrollIntoView({ block: "nearest" });
