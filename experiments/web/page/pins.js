// Positions and options whose figures stay in view while others are looked at.

const pins = {
  rows: [], // {node, event, label, shares, iterations}; without an event a position

  clear() {
    this.rows = [];
    this.draw();
  },

  /** Pins the analysed position, or one of its options; unpins what is pinned. */
  toggle(view, report, event) {
    const at = this.rows.findIndex((row) => row.node === view.node && row.event === event);
    if (at >= 0) this.rows.splice(at, 1);
    else this.rows.push({ node: view.node, event, label: this.label(view, event), iterations: 0 });
    this.update(view, report);
    this.draw();
    say(at >= 0 ? "No longer pinned." : "Pinned.");
  },

  label(view, event) {
    const place = `Turn ${view.turn}, ${view.phase}`;
    const option = view.options.find((row) => row.event === event);
    return event ? `${place}: ${spoken(option?.text ?? event)}` : `${place}: ${view.actor} to move`;
  },

  has: (node, event) => pins.rows.some((row) => row.node === node && row.event === event),

  /** New figures of a position. */
  update(view, report) {
    let isNew = false;
    for (const row of this.rows) {
      if (row.node !== view.node) continue;
      const option = report.options.find(({ event }) => event === row.event);
      if (row.event && !option) continue;
      const iterations = option ? option.visits : report.iterations;
      if (iterations < row.iterations) continue; // an analysis that has begun anew
      row.shares = option ? option.win_share : report.win_share;
      row.iterations = iterations;
      isNew = true;
    }
    if (isNew) this.draw();
  },

  draw() {
    byId("pinned").hidden = this.rows.length === 0;
    byId("pins").replaceChildren(
      ...this.rows.map((row, i) => {
        const item = element("li");
        const go = element("button", "link", row.label);
        go.dataset.pin = i;
        const off = element("button", "off", "×");
        off.dataset.unpin = i;
        off.setAttribute("aria-label", `Unpin: ${row.label}`);
        const bar = sharesBar(row.shares ?? []);
        const count = element("small", "", `${row.iterations.toLocaleString("en")} iterations`);
        item.append(go, count, off, bar);
        return item;
      }),
    );
  },

  remove(i) {
    this.rows.splice(i, 1);
    this.draw();
  },
};
