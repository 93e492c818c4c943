// The picture of the board: its groups are replaced where they change; places can be clicked.

const picture = {
  shown: {}, // content by group
  places: new Map(), // options by place

  element(place) {
    return (
      byId("board").querySelector(`[data-place="${place}"]`) ??
      byId("board").querySelector(`#${CSS.escape(place)}`)
    );
  },

  draw(svg, groups) {
    byId("board").innerHTML = svg;
    this.shown = groups;
  },

  /** Replaces the groups that differ from what is shown. */
  update(groups) {
    for (const [id, content] of Object.entries(groups)) {
      if (this.shown[id] === content) continue;
      byId("board").querySelector(`#${CSS.escape(id)}`).innerHTML = content;
    }
    this.shown = groups;
    this.mark();
  },

  /** Lights up the places of the options. */
  light(options) {
    this.places = new Map();
    for (const option of options) {
      if (!option.place) continue;
      if (!this.places.has(option.place)) this.places.set(option.place, []);
      this.places.get(option.place).push(option);
    }
    this.mark();
  },

  mark() {
    for (const lit of byId("board").querySelectorAll(".legal")) lit.classList.remove("legal");
    for (const place of this.places.keys()) this.element(place)?.classList.add("legal");
  },

  /** Frames what differs from earlier groups. */
  frame(before) {
    for (const old of byId("board").querySelectorAll(".changed")) old.classList.remove("changed");
    if (!before) return;
    for (const [id, content] of Object.entries(this.shown)) {
      if (before[id] === undefined || before[id] === content) continue;
      const framed = id.match(/^(region|box)-.*|^mat-\d+/)?.[0];
      if (framed && !id.endsWith("-note")) this.element(framed)?.classList.add("changed");
    }
  },

  /** Gives the name of a tile on a mat its text as a tooltip; those on show have it already. */
  explain(target) {
    const name = target.closest("[id^='mat-'][id$='-tiles'] text");
    if (!name || name.querySelector("title")) return;
    const tile = name.textContent.replace(" (used)", "").toLowerCase().replaceAll(" ", "_");
    const text = setup.words.tiles[tile];
    if (!text) return;
    const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
    title.textContent = text;
    name.append(title);
  },

  placeOf(target) {
    for (let node = target; node && node.id !== "board"; node = node.parentNode) {
      const place = node.dataset?.place ?? node.id;
      if (this.places.has(place)) return place;
    }
    return undefined;
  },
};
