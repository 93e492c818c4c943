// The main table: all figures of one game, or one figure of several games side by side.

function bestTurn(row) {
  const known = splits.filter((s) => s.trial === row.trial && s.tile === row.tile && s.by === "turn" &&
    s.forks >= LEAST_OF_A_TURN);
  return known.length ? known.reduce((a, b) => (b.vs_other > a.vs_other ? b : a)).value : null;
}
for (const row of tiles) row.best_turn = bestTurn(row);

const tileButton = (r) => element("button", { type: "button", textContent: r.tile, onclick: () => choose(r.tile) });
const column = (key, title, show, properties = {}) => ({ key, title, show, value: (r) => r[key], ...properties });
const ofEffect = (key, title, digits = 3) => column(key, title, (r) => effect(r, key, digits), { define: key });
const TILE = [
  column("tile", "tile", tileButton),
  column("age", "age", (r) => ROMAN[r.age]),
  column("cost", "$", (r) => r.cost),
];
// Those with simultaneous intervals can be compared between games.
const FIGURES = [
  ofEffect("vs_other", "vs other"), ofEffect("vs_nothing", "vs nothing"), ofEffect("own_use", "own use"),
  ofEffect("denial", "denial"), ofEffect("bought_vs_other", "on buyers"),
];
const [VS_OTHER, VS_NOTHING, OWN_USE, DENIAL, ON_BUYERS] = FIGURES;
const COLUMNS = [
  ...TILE,
  column("offer_rate", "offered", (r) => percent(r.offer_rate), { define: "offered" }),
  column("buy_rate", "bought", (r) => percent(r.buy_rate), { define: "bought" }),
  VS_OTHER, VS_NOTHING, OWN_USE, DENIAL,
  ofEffect("vp_vs_other", "VP", 1), ofEffect("seen", "seen"), ofEffect("adjusted", "adjusted"), ON_BUYERS,
  column("best_turn", "best turn", (r) => r.best_turn ?? "–", { define: "best_turn" }),
];

const isOne = () => form.view.value === "one";
const compared = () => games.filter((_, i) => byId("compared").querySelectorAll("input")[i].checked);
function columnsNow() {
  if (isOne()) return COLUMNS;
  const figure = form.figure.value;
  const ofGame = (game) => ({
    key: game.trial,
    title: shortName(game),
    value: (r) => times(r.of.get(game)?.[figure], factorOf(game)),
    show: (r) => (r.of.has(game) ? effect(r.of.get(game), figure, 3, factorOf(game)) : "–"),
  });
  const range = column("range", "range", (r) => (r.range == null ? "–" : r.range.toFixed(3)), { define: "range" });
  return [...TILE, ...compared().map(ofGame), range];
}

// Which tiles are shown, by simultaneous intervals; of several games, those of the chosen figure.
const KINDS_OF_ONE = [
  ["all", () => true],
  ["vs other surely above 0", (r) => signOf(r, "vs_other") > 0],
  ["vs other surely below 0", (r) => signOf(r, "vs_other") < 0],
  ["denial surely above 0", (r) => signOf(r, "denial") > 0],
  ["denial surely below 0", (r) => signOf(r, "denial") < 0],
];
const KINDS_OF_SEVERAL = [
  ["all", () => true],
  ["surely above 0 in a game", (r) => r.signs.includes(1)],
  ["surely above 0 in every game", (r) => r.signs.every((sign) => sign > 0)],
  ["surely below 0 in a game", (r) => r.signs.includes(-1)],
  ["surely below 0 in every game", (r) => r.signs.every((sign) => sign < 0)],
  ["surely above 0 in one, below 0 in another", (r) => r.signs.includes(1) && r.signs.includes(-1)],
];
const kinds = () => (isOne() ? KINDS_OF_ONE : KINDS_OF_SEVERAL);

// A row per tile that any of the compared games has.
function comparedRows() {
  const figure = form.figure.value;
  const shown = compared();
  const made = new Map();
  for (const row of tiles) {
    const game = shown.find((g) => g.trial === row.trial);
    if (!game) continue;
    if (!made.has(row.tile)) made.set(row.tile, { tile: row.tile, age: row.age, cost: row.cost, of: new Map() });
    made.get(row.tile).of.set(game, row);
  }
  for (const row of made.values()) {
    const means = shown.map((g) => times(row.of.get(g)?.[figure], factorOf(g))).filter((x) => x != null);
    row.range = means.length > 1 ? Math.max(...means) - Math.min(...means) : null;
    row.signs = shown.map((g) => (row.of.has(g) ? signOf(row.of.get(g), figure) : 0));
  }
  return [...made.values()];
}

const sortings = { one: { column: "vs_other", descending: true }, several: { column: "range", descending: true } };
const sorting = () => sortings[form.view.value];
const forgetSorting = () => {
  if (!columnsNow().some((c) => c.key === sorting().column)) sortings.several = { column: "range", descending: true };
};

// Of the chosen age and kind, by the chosen column; rows without a value are last in both directions.
function shownRows() {
  const game = currentGame();
  const rows = isOne() ? tiles.filter((r) => r.trial === game.trial) : comparedRows();
  const [, isShown] = kinds()[Number(form.kind.value)];
  const { column: key, descending } = sorting();
  const { value } = columnsNow().find((c) => c.key === key);
  return rows.filter((r) => (!form.age.value || String(r.age) === form.age.value) && isShown(r)).sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x == null || y == null) return (x == null) - (y == null);
    const order = x < y ? -1 : x > y ? 1 : 0;
    return descending ? -order : order;
  });
}

const body = document.querySelector("#tiles tbody");
let heads = new Map(); // by key of a column

// The head is replaced only where its columns change, so that the keyboard stays there.
function drawHead(columns) {
  const names = (parts) => [...parts].join("\n");
  if (names(heads.keys()) !== names(columns.map((c) => c.key))) {
    heads = new Map(columns.map((each) => [each.key, heading(each)]));
    document.querySelector("#tiles thead").replaceChildren(element("tr", {}, ...heads.values()));
  }
  for (const [key, cell] of heads) {
    if (key === sorting().column) cell.setAttribute("aria-sort", sorting().descending ? "descending" : "ascending");
    else cell.removeAttribute("aria-sort");
  }
}
function heading(of) {
  const sort = () => {
    const now = sorting();
    sortings[form.view.value] =
      { column: of.key, descending: now.column === of.key ? !now.descending : of.key !== "tile" };
    drawRows();
  };
  const cell = element("th", { scope: "col" }, element("button", { type: "button", textContent: of.title, onclick: sort }));
  if (of.define) cell.append(" ", definition(of.define, of.title));
  return cell;
}
function line(row, [name, ...others]) {
  const made = element("tr", {}, element("th", { scope: "row" }, name.show(row)),
    ...others.map((each) => element("td", {}, each.show(row))));
  made.dataset.tile = row.tile;
  return made;
}
const buttonOf = (tile) => [...body.rows].find((row) => row.dataset.tile === tile)?.querySelector("button");

function drawRows() {
  const focused = body.contains(document.activeElement) ? document.activeElement.closest("tr").dataset.tile : null;
  forgetSorting();
  const columns = columnsNow();
  const rows = shownRows();
  drawHead(columns);
  body.replaceChildren(...rows.map((row) => line(row, columns)));
  markChosen();
  if (focused) buttonOf(focused)?.focus({ preventScroll: true });
  say(byId("games"), counted(rows.length));
}
function counted(count) {
  if (!isOne() && !compared().length) return "no game is chosen";
  const found = count === 0 ? "no tiles" : count === 1 ? "1 tile" : `${count} tiles`;
  if (!isOne()) return `${found}, ${compared().length} games side by side`;
  const { games: played } = tiles.find((r) => r.trial === currentGame().trial);
  return `${played.toLocaleString("en")} games, ${found}`;
}
function markChosen() {
  for (const row of body.rows) {
    if (row.dataset.tile === chosen) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  }
}

// The table that is shown, as CSV: of one game with all its columns and intervals.
function asCsv() {
  const rows = isOne() ? shownRows() : shownRows().map(comparedRecord);
  const names = Object.keys(rows[0] ?? {});
  const quoted = (x) => (/[",\n]/.test(x) ? `"${x.replaceAll('"', '""')}"` : x);
  const cells = (values) => `${values.map((x) => quoted(String(x ?? ""))).join(",")}\r\n`;
  return cells(names) + rows.map((row) => cells(names.map((name) => row[name]))).join("");
}
function comparedRecord(row) {
  const figure = form.figure.value;
  const rounded = (x, factor) => (x == null ? null : Number((x * factor).toFixed(DATA_DIGITS)));
  const made = { tile: row.tile, age: row.age, cost: row.cost, figure, unit: isInShares() ? "even share" : "win share" };
  for (const game of compared()) {
    for (const end of ["", "_all_low", "_all_high"]) {
      made[`${game.trial}${end}`] = rounded(row.of.get(game)?.[`${figure}${end}`], factorOf(game));
    }
  }
  return { ...made, range: rounded(row.range, 1) };
}
function saveCsv() {
  const name = isOne() ? currentGame().trial : `${form.figure.value}-side-by-side`;
  const href = `data:text/csv;charset=utf-8,${encodeURIComponent(asCsv())}`;
  element("a", { href, download: `atlas-${name}.csv` }).click();
}
