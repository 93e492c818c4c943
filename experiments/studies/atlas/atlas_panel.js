// The panel of a tile.

// Round numbers between the ends of an axis, 0 among them, with as many decimals as they need.
const TICKS = 4;
function ticks(low, high) {
  const least = (high - low || 1) / TICKS;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * [1, 2, 5, 10].find((f) => f * power >= least * (1 - 1e-9));
  const [first, last] = [Math.ceil(low / step - 1e-9), Math.floor(high / step + 1e-9)];
  return {
    digits: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)),
    values: Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step),
  };
}

const estimate = (mean, low, high) => texts(mean, low, high).join("");

// Means with intervals over values of x; `unit` is that of the axis.
function chart(title, note, unit, points) {
  const [width, height, left, bottom, top] = [360, 200, 44, 24, 22];
  const low = Math.min(0, ...points.map((p) => p.low));
  const high = Math.max(0, ...points.map((p) => p.high));
  const y = (v) => height - bottom - (height - bottom - top) * (v - low) / (high - low || 1);
  const x = (i) => left + (width - left) * (i + 0.5) / points.length;
  const drawn = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" });
  const told = points.map((p) => `${p.name} ${p.text}`).join("; ");
  drawn.append(svg("title", {}, `${title}, in ${unit}: ${told}`));
  drawn.append(svg("text", { class: "unit", x: 0, y: 10 }, unit));
  const { digits, values } = ticks(low, high);
  for (const v of values) {
    drawn.append(svg("line", { class: v === 0 ? "axis zero" : "axis", x1: left, x2: width, y1: y(v), y2: y(v) }));
    const at = { class: "value", x: left - 5, y: y(v) + 4, "text-anchor": "end" };
    drawn.append(svg("text", at, v === 0 ? "0" : signed(v, digits)));
  }
  points.forEach((p, i) => {
    const { isHollow, isSquare } = MARKS[p.strength] ?? MARKS.policy;
    const mark = svg("g", { class: isHollow ? "mark hollow" : "mark" });
    mark.append(svg("title", {}, `${p.name} ${p.text}, ${p.forks.toLocaleString("en")} games`),
      svg("line", { x1: x(i), x2: x(i), y1: y(p.low), y2: y(p.high), "stroke-width": 2 }),
      isSquare ? svg("rect", { x: x(i) - 4, y: y(p.mean) - 4, width: 8, height: 8 }) :
        svg("circle", { cx: x(i), cy: y(p.mean), r: 4 }));
    drawn.append(mark, svg("text", { x: x(i), y: height - 6, "text-anchor": "middle" }, p.label));
  });
  return element("figure", {}, drawn, element("figcaption", {}, element("b", { textContent: `${title}.` }), ` ${note}`));
}

// By the agent at every seat.
const MARKS = {
  policy: { name: "filled circle" },
  script: { name: "hollow circle", isHollow: true },
  search: { name: "hollow square", isHollow: true, isSquare: true },
};
function legendOf(points) {
  const shown = Object.entries(MARKS).filter(([strength]) => points.some((p) => p.strength === strength));
  const text = shown.map(([strength, mark]) => `${mark.name}: played by ${strength}`).join("; ");
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function splitPoints(trial, tile, by) {
  return splits.filter((s) => s.trial === trial && s.tile === tile && s.by === by)
    .sort((a, b) => a.value - b.value)
    .map((s) => ({
      label: String(s.value), name: `${by} ${s.value}`, mean: s.vs_other, low: s.vs_other_low, high: s.vs_other_high,
      forks: s.forks, text: estimate(s.vs_other, s.vs_other_low, s.vs_other_high),
    }));
}
// In the chosen unit; the text has the win share too.
function gamePoints(tile) {
  return games.flatMap((game) => {
    const row = rowOf(game, tile);
    if (!row) return [];
    const { low, high } = intervalOf(row, "vs_other");
    const [inUnit, ...ends] = [row.vs_other, low, high].map((x) => times(x, factorOf(game)));
    const share = `win share ${estimate(row.vs_other, low, high)}`;
    return [{
      label: `${game.edition[0]}${game.players}`, name: nameOf(game), strength: game.strength, forks: row.forks,
      mean: inUnit, low: ends[0], high: ends[1],
      text: isInShares() ? `${estimate(inUnit, ...ends)} even shares, ${share}` : share,
    }];
  });
}
function charts(row) {
  const pointwise = "Pointwise intervals: each by itself holds in 95 of 100 repetitions. Descriptive.";
  const letters = titles.map((title) => `${games.find((g) => g.title === title).edition[0]}: ${title}`);
  const inGames = gamePoints(row.tile);
  const unit = isInShares() ? "multiples of the even share" : "win share";
  const why = " An even share is 0.5 with two players and 0.167 with six, so win shares of such games cannot be compared.";
  const shown = [
    ["Effect vs other by turn", `The turn of the first affordable purchase. ${pointwise}`, "win share",
      splitPoints(row.trial, row.tile, "turn")],
    ["Effect vs other by place", `The buyer's place in the order of the turn. ${pointwise}`, "win share",
      splitPoints(row.trial, row.tile, "place")],
    ["Effect vs other in all games", `Simultaneous intervals, those of the table of each game. ${letters.join("; ")}; then ` +
      `the number of players. ${legendOf(inGames)}${isInShares() ? why : ""}`, unit, inGames],
  ];
  return shown.filter(([, , , points]) => points.length).map((parts) => chart(...parts));
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
  const other = game === currentGame() ? "" : "Partners were measured in this game only. It is not the game that is chosen above. ";
  return [
    element("h3", { textContent: `Partners (${nameOf(game)})` }),
    element("p", { className: "partners", textContent: `${other}The best and the worst tiles to own already when ${tile} is ` +
      `bought, at most ${SHOWN_PARTNERS} of each. Blue: better together; orange: worse together. These are called at a false ` +
      `discovery rate of ${100 * DISCOVERY_RATE} % over all pairs.` }),
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
