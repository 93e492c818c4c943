// The form of a new game.

const setup = {
  words: undefined,

  titles: {
    aoe3: "Age of Discovery (2007)",
    empires: "Empires (2015)",
    builder: "Builder expansion",
    national: "National powers",
    auction: "Auction",
    world: "World map",
    two_player_captains: "Captains for two players",
    reduced_luck: "Reduced luck",
    no_survivors: "No survivors",
    scouting: "Scouting",
    open_counters: "Open counters",
    buy_vp: "Buy victory points",
  },

  open(words) {
    this.words = words;
    const title = (word) => this.titles[word] ?? word;
    byId("edition").replaceChildren(...words.editions.map((e) => new Option(title(e), e)));
    for (const kind of ["modules", "variants"]) {
      byId(kind).append(
        ...words[kind].map((word) => {
          const label = element("label", "", title(word));
          const box = element("input");
          box.type = "checkbox";
          box.value = word;
          label.prepend(box);
          return label;
        }),
      );
    }
    this.drawSeed();
    byId("new-game").addEventListener("input", () => this.update());
    this.update();
  },

  ruleset() {
    const checked = (kind) =>
      [...byId(kind).querySelectorAll("input:checked")].map((box) => box.value);
    return {
      edition: byId("edition").value,
      players: Number(byId("players").value),
      modules: checked("modules"),
      variants: checked("variants"),
    };
  },

  drawSeed() {
    byId("seed").value = 1 + Math.floor(Math.random() * 1e6);
  },

  /** Each time the form is opened, it is for another game. */
  ask() {
    this.drawSeed();
    this.update(); // the seed before may have been wrong
    byId("setup").showModal();
  },

  seats() {
    return [...byId("seats").querySelectorAll("select")].map((select) => select.value);
  },

  /** As text: numbers of JavaScript are exact only up to 2^53. */
  seed() {
    return byId("seed").value.trim();
  },

  /** Rows of seats for the number of players; whether the words go together and the seed is one. */
  async update() {
    const { edition, players } = this.ruleset();
    byId("players").querySelector("[value='6']").disabled = edition === "aoe3";
    const old = this.seats();
    if (old.length !== players) {
      byId("seats").replaceChildren(
        byId("seats").querySelector("legend"),
        ...Array.from({ length: players }, (_, seat) => this.seatRow(seat, old[seat])),
      );
    }
    const answer = await play.ask({ do: "check", ruleset: this.ruleset(), seed: this.seed() });
    byId("new-game-error").textContent = answer.error ?? "";
    byId("start").disabled = Boolean(answer.error);
  },

  seatRow(seat, chosen) {
    const label = element("label", "", `p${seat + 1} `);
    label.style.setProperty("--player", this.words.colours[seat].fill);
    const select = element("select");
    select.append(new Option("You", "human"));
    for (const level of this.words.levels) {
      select.append(new Option(`${level.name}: ${level.description}`, level.spec));
    }
    const usual = this.words.levels.find((level) => level.name === "Club").spec;
    select.value = chosen ?? (seat === 0 ? "human" : usual);
    label.append(select);
    return label;
  },

  request() {
    return { do: "new", ruleset: this.ruleset(), seats: this.seats(), seed: this.seed() };
  },
};
