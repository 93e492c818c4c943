"use strict";
// Tables come as columns; a row is an object. A game is what one trial played: an edition with its
// modules (`title`), a number of players, and the agent at every seat (`strength`).
const data = JSON.parse(document.getElementById("data").textContent);
const rowsOf = (columns) => {
  const names = Object.keys(columns);
  const count = names.length ? columns[names[0]].length : 0;
  return Array.from({ length: count }, (_, i) => Object.fromEntries(names.map((n) => [n, columns[n][i]])));
};
// By edition in the order of playing, number of players and agent.
const distinct = (rows, key) => [...new Set(rows.map((r) => r[key]))];
const titles = distinct(data.games, "title");
const games = [...data.games].sort((a, b) => titles.indexOf(a.title) - titles.indexOf(b.title) || a.players - b.players);
const tiles = rowsOf(data.tiles);
const splits = rowsOf(data.splits);
const pairs = data.pairs ? rowsOf(data.pairs) : [];
const DATA_DIGITS = 5; // decimals of the numbers above
const LEAST_OF_A_TURN = 500;
const DISCOVERY_RATE = 0.05;
const SHOWN_PARTNERS = 5; // at either end
const ROMAN = ["", "I", "II", "III"];

const byId = (id) => document.getElementById(id);
const form = byId("filters").elements;
let chosen = null; // the tile of the panel

// Numbers that round to 0 have no sign.
const signed = (x, digits = 3) => {
  if (x == null) return "–";
  const text = Math.abs(x).toFixed(digits);
  return Number(text) === 0 ? text : (x < 0 ? "−" : "+") + text;
};
const percent = (x) => (x == null ? "–" : `${(100 * x).toFixed(0)} %`);

// Decimals with which the ends of an interval differ, as far as the data go.
function digitsOf(low, high, least) {
  let digits = least;
  while (digits < DATA_DIGITS && low !== high && signed(low, digits) === signed(high, digits)) digits += 1;
  return digits;
}
// A mean and its interval as two texts.
function texts(mean, low, high, least = 3) {
  if (low == null) return [signed(mean, least), ""];
  const digits = digitsOf(low, high, least);
  return [signed(mean, digits), ` [${signed(low, digits)}, ${signed(high, digits)}]`];
}

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
function definition(name, title) {
  const link = element("a", { href: `#def-${name}`, textContent: "?", className: "define" });
  link.setAttribute("aria-label", `definition of ${title}`);
  return link;
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
// 1 or -1 where the simultaneous interval lies above or below 0.
function signOf(row, column) {
  const { low, high, isSimultaneous } = intervalOf(row, column);
  return !isSimultaneous ? 0 : low > 0 ? 1 : high < 0 ? -1 : 0;
}
const times = (x, factor) => (x == null ? null : x * factor);
// A mean with its interval; coloured where a simultaneous interval excludes 0.
function effect(row, column, digits = 3, factor = 1) {
  const { low, high } = intervalOf(row, column);
  const [mean, interval] = texts(...[row[column], low, high].map((x) => times(x, factor)), digits);
  const kind = ["bad", "", "good"][signOf(row, column) + 1];
  return element("span", { className: kind }, mean, element("span", { className: "interval", textContent: interval }));
}

// Games differ in their even share, 1 divided by the number of players.
const isInShares = () => form.unit.value === "even";
const factorOf = (game) => (isInShares() ? game.players : 1);
