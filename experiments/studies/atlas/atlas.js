"use strict";
// The data are columns; a row is an object.
const data = JSON.parse(document.getElementById("data").textContent);
const rowsOf = (columns) => {
  const names = Object.keys(columns);
  const count = names.length ? columns[names[0]].length : 0;
  return Array.from({ length: count }, (_, i) => Object.fromEntries(names.map((n) => [n, columns[n][i]])));
};
const tiles = rowsOf(data.tiles);
const splits = rowsOf(data.splits);
const pairs = data.pairs ? rowsOf(data.pairs) : [];
const LEAST_OF_A_TURN = 500;

const form = document.getElementById("filters");
const panel = document.getElementById("tile");
let sorting = { column: "vs_other", descending: true };

const signed = (x, digits = 3) => (x == null ? "–" : (x < 0 ? "−" : "+") + Math.abs(x).toFixed(digits));
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

// A mean with its interval; the class says whether a simultaneous interval excludes 0.
function effect(row, column, digits = 3) {
  const [low, high] = [row[`${column}_all_low`] ?? row[`${column}_low`], row[`${column}_all_high`] ?? row[`${column}_high`]];
  const judged = row[`${column}_all_low`] != null;
  const kind = !judged || low == null ? "" : low > 0 ? "good" : high < 0 ? "bad" : "";
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
const COLUMNS = [
  { key: "tile", title: "tile", show: (r) => element("button", { type: "button", textContent: r.tile, onclick: () => choose(r.tile) }) },
  { key: "age", title: "age", show: (r) => ROMAN[r.age] },
  { key: "cost", title: "$", show: (r) => r.cost },
  { key: "offer_rate", title: "offered", define: "offered", show: (r) => percent(r.offer_rate) },
  { key: "buy_rate", title: "bought", define: "bought", show: (r) => percent(r.buy_rate) },
  { key: "vs_other", title: "vs other", define: "vs_other", show: (r) => effect(r, "vs_other") },
  { key: "vs_nothing", title: "vs nothing", define: "vs_nothing", show: (r) => effect(r, "vs_nothing") },
  { key: "own_use", title: "own use", define: "own_use", show: (r) => effect(r, "own_use") },
  { key: "denial", title: "denial", define: "denial", show: (r) => effect(r, "denial") },
  { key: "vp_vs_other", title: "VP", define: "vp_vs_other", show: (r) => signed(r.vp_vs_other, 1) },
  { key: "seen", title: "seen", define: "seen", show: (r) => effect(r, "seen") },
  { key: "adjusted", title: "adjusted", define: "adjusted", show: (r) => effect(r, "adjusted") },
  { key: "best_turn", title: "best turn", define: "best_turn", show: (r) => r.best_turn ?? "–" },
];

function trialName() {
  const found = tiles.find((r) => r.edition === form.edition.value && String(r.players) === form.players.value &&
    r.strength === form.strength.value);
  return found?.trial;
}

// Fills a choice with the values that its game has; keeps the chosen one where it can.
function offer(select, values, usual) {
  const before = select.value || usual;
  select.replaceChildren(...values.map((v) => element("option", { value: String(v), textContent: String(v) })));
  if (values.map(String).includes(before)) select.value = before;
}
const distinct = (rows, key) => [...new Set(rows.map((r) => r[key]))].sort();

function update() {
  offer(form.edition, distinct(tiles, "edition"), "aoe3");
  const ofEdition = tiles.filter((r) => r.edition === form.edition.value);
  offer(form.players, distinct(ofEdition, "players"), "4");
  offer(form.strength, distinct(ofEdition.filter((r) => String(r.players) === form.players.value), "strength"), "policy");
  const rows = tiles.filter((r) => r.trial === trialName() && (!form.age.value || String(r.age) === form.age.value));
  const sign = sorting.descending ? -1 : 1;
  const by = (r) => r[sorting.column] ?? -Infinity * sign;
  rows.sort((a, b) => (by(a) < by(b) ? -sign : by(a) > by(b) ? sign : 0));
  document.querySelector("#tiles thead").replaceChildren(element("tr", {}, ...COLUMNS.map(heading)));
  document.querySelector("#tiles tbody").replaceChildren(...rows.map(line));
  document.getElementById("games").textContent = rows.length ? `${rows[0].games.toLocaleString("en")} games, ${rows.length} tiles` : "";
  showTile();
}

function heading(column) {
  const cell = element("th", { scope: "col" }, element("button", {
    type: "button", textContent: column.title,
    onclick: () => {
      sorting = { column: column.key, descending: sorting.column === column.key ? !sorting.descending : column.key !== "tile" };
      update();
    },
  }));
  if (column.define) cell.append(" ", element("a", { href: `#def-${column.define}`, textContent: "?", title: `definition of ${column.title}` }));
  if (sorting.column === column.key) cell.setAttribute("aria-sort", sorting.descending ? "descending" : "ascending");
  return cell;
}

function line(row) {
  const made = element("tr", {}, ...COLUMNS.map((c) => element("td", {}, c.show(row))));
  if (row.tile === chosenTile()) made.setAttribute("aria-current", "true");
  return made;
}

const chosenTile = () => (location.hash.startsWith("#tile-") ? decodeURIComponent(location.hash.slice(6)) : null);
function choose(tile) {
  location.hash = `tile-${encodeURIComponent(tile)}`;
}

// Means with intervals over values of x.
function chart(title, points, label) {
  const [width, height, left, bottom, top] = [360, 190, 44, 24, 8];
  const low = Math.min(0, ...points.map((p) => p.low));
  const high = Math.max(0, ...points.map((p) => p.high));
  const y = (v) => height - bottom - (height - bottom - top) * (v - low) / (high - low || 1);
  const x = (i) => left + (width - left) * (i + 0.5) / points.length;
  const drawn = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" });
  drawn.append(svg("title", {}, `${title}: ${points.map((p) => `${p.name} ${signed(p.mean)}`).join(", ")}`));
  for (const v of [low, 0, high]) {
    drawn.append(svg("line", { class: "axis", x1: left, x2: width, y1: y(v), y2: y(v) }),
      svg("text", { x: left - 5, y: y(v) + 4, "text-anchor": "end" }, signed(v, 2)));
  }
  points.forEach((p, i) => {
    const mark = svg("g", { class: "mark" });
    mark.append(svg("title", {}, `${p.name}: ${signed(p.mean)} [${signed(p.low)}, ${signed(p.high)}], ${p.forks} games`),
      svg("line", { x1: x(i), x2: x(i), y1: y(p.low), y2: y(p.high), "stroke-width": 2 }),
      svg("circle", { cx: x(i), cy: y(p.mean), r: 4 }));
    drawn.append(mark, svg("text", { x: x(i), y: height - 6, "text-anchor": "middle" }, p.name));
  });
  return element("figure", {}, element("figcaption", { textContent: `${title} (${label})` }), drawn);
}

function splitPoints(trial, tile, by) {
  return splits.filter((s) => s.trial === trial && s.tile === tile && s.by === by)
    .sort((a, b) => a.value - b.value)
    .map((s) => ({ name: String(s.value), mean: s.vs_other, low: s.vs_other_low, high: s.vs_other_high, forks: s.forks }));
}

function partners(tile) {
  const known = pairs.filter((p) => p.b === tile).sort((a, b) => b.shrunk - a.shrunk);
  if (!known.length) return [];
  const shown = [...known.slice(0, 5), ...known.slice(Math.max(5, known.length - 5))];
  const rows = shown.map((p) => element("tr", {}, element("td", { textContent: p.a }), element("td", { textContent: p.with_a }),
    element("td", { textContent: `${signed(p.difference)} ± ${(1.96 * p.error).toFixed(3)}` }),
    element("td", { textContent: signed(p.shrunk), className: p.q >= 0.05 ? "" : p.shrunk > 0 ? "good" : "bad" })));
  return [
    element("h3", { textContent: "Partners (policy, aoe3, four players)" }),
    element("p", { textContent: "The effect of the tile for players who own the other one minus that for players who do not; the five " +
      "best and the five worst, of forks in the same turn. Coloured: a false discovery rate of 5 % over all pairs." }),
    element("div", { className: "wide" }, element("table", {}, element("thead", {}, element("tr", {},
      ...["with", "games", "difference", "shrunk"].map((t) => element("th", { textContent: t })))), element("tbody", {}, ...rows))),
  ];
}

function showTile() {
  const tile = chosenTile();
  const row = tiles.find((r) => r.trial === trialName() && r.tile === tile);
  panel.hidden = !row;
  if (!row) return;
  const everywhere = tiles.filter((r) => r.tile === tile).map((r) => ({
    name: `${r.strength === "policy" ? "" : "script "}${r.edition[0]}${r.players}`, mean: r.vs_other,
    low: r.vs_other_low, high: r.vs_other_high, forks: r.forks,
  }));
  panel.replaceChildren(
    element("h2", { textContent: tile }),
    element("p", { textContent: `Age ${ROMAN[row.age]}, $${row.cost}. ${data.effects[tile] ?? ""}` }),
    element("div", { className: "charts" },
      chart("Effect vs other by turn", splitPoints(row.trial, tile, "turn"), "turn of the first affordable purchase"),
      chart("By place in the order", splitPoints(row.trial, tile, "place"), "of the buyer"),
      chart("In all games", everywhere, "a: aoe3, e: empires, then players")),
    ...partners(tile),
  );
}

form.addEventListener("change", update);
window.addEventListener("hashchange", () => {
  if (!location.hash.startsWith("#def-")) update();
  if (chosenTile()) panel.scrollIntoView({ block: "nearest" });
});
form.addEventListener("submit", (event) => event.preventDefault());
update();
