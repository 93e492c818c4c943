// The choice of games, addresses, and what starts the page; after the other scripts.

function offer(select, values, wanted) {
  select.replaceChildren(...values.map((v) => element("option", { value: String(v), textContent: String(v) })));
  if (values.map(String).includes(String(wanted))) select.value = String(wanted);
}
// Fills the choices with what was played, and chooses what is wanted where it was. The games that are
// compared are those of another edition or agent, once one of these is chosen.
function chooseGame(wanted) {
  const before = `${form.edition.value} ${form.strength.value}`;
  offer(form.edition, titles, wanted.title);
  const ofEdition = games.filter((g) => g.title === form.edition.value);
  offer(form.players, distinct(ofEdition, "players").sort((a, b) => a - b), wanted.players);
  const ofPlayers = ofEdition.filter((g) => String(g.players) === form.players.value);
  offer(form.strength, distinct(ofPlayers, "strength"), wanted.strength);
  if (`${form.edition.value} ${form.strength.value}` !== before) compareAlike();
}
const currentGame = () => games.find((g) => g.title === form.edition.value && String(g.players) === form.players.value &&
  g.strength === form.strength.value);
const rowOf = (game, tile) => tiles.find((r) => r.trial === game.trial && r.tile === tile);
const nameOf = (game) => `${game.title}, ${game.players} players, played by ${game.strength}`;
// Of a column: the edition instead of its title, where that is enough.
function shortName(game) {
  const isAlone = games.every((g) => g.edition !== game.edition || g.title === game.title);
  return `${isAlone ? game.edition : game.title}, ${game.players} players, ${game.strength}`;
}

// A box to tick for each game.
for (const game of games) {
  byId("compared").append(element("label", {}, element("input", { type: "checkbox", name: "game", value: game.trial }),
    ` ${nameOf(game)}`));
}
function compareAlike() {
  const { title, strength } = currentGame();
  byId("compared").querySelectorAll("input").forEach((box, i) => {
    box.checked = games[i].title === title && games[i].strength === strength;
  });
}
function offerKinds() {
  form.kind.replaceChildren(...kinds().map(([text], i) => element("option", { value: String(i), textContent: text })));
  for (const part of document.querySelectorAll(".several")) part.hidden = isOne();
}
form.figure.replaceChildren(...FIGURES.map(({ key, title }) => element("option", { value: key, textContent: title })));

// The address of a tile: #tile-NAME/TRIAL. Without the trial, it is the game that is shown if that has the
// tile, or else the first one that does.

const addressOf = (tile, game) => `#tile-${encodeURIComponent(tile)}/${encodeURIComponent(game.trial)}`;
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
  const has = (game) => rowOf(game, tile);
  const address = addressOf(tile, [currentGame(), ...compared()].find(has));
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

byId("filters").addEventListener("change", ({ target }) => {
  if (target.name === "view") offerKinds();
  if (["edition", "players", "strength"].includes(target.name)) {
    chooseGame({ title: form.edition.value, players: form.players.value, strength: form.strength.value });
  }
  if (chosen !== null) history.replaceState(null, "", addressOf(chosen, currentGame()));
  drawRows();
  if (target.name !== "view") showTile();
});
byId("filters").addEventListener("submit", (event) => event.preventDefault());
byId("csv").addEventListener("click", saveCsv);
window.addEventListener("hashchange", () => {
  const before = currentGame();
  if (!readAddress()) return;
  if (currentGame() !== before) drawRows();
  showTile();
  if (chosen !== null) byId("tile").scrollIntoView({ block: "nearest" });
});

for (const place of document.querySelectorAll(".least-of-a-turn")) place.textContent = LEAST_OF_A_TURN;
chooseGame(data.games[0]);
offerKinds();
readAddress();
drawRows();
showTile();
if (chosen !== null) byId("tile").scrollIntoView({ block: "nearest" });
