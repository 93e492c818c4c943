// The search of the shown position, on all workers: independent trees with seeds of their own,
// merged by the engine. Each round has four times the iterations of the one before.

const analysis = {
  rounds: [64, 256, 1024, 4096, 16384], // iterations of a worker
  workers: [],
  position: 0, // counts positions: what belongs to an older one is dropped
  isOn: false,

  number: Math.min(4, Math.max(1, (navigator.hardwareConcurrency ?? 2) - 1)),

  engines(number) {
    while (this.workers.length < number) this.workers.push(new Engine());
    return this.workers.slice(0, number);
  },

  /** A merged report of so many iterations a worker. */
  async search(view, iterations, engines) {
    const reports = await Promise.all(
      engines.map(async (engine, i) => {
        const opened = await engine.ask({ do: "open", code: view.code });
        if (opened.error) return opened;
        if (view.eyes !== null) await engine.ask({ do: "view", eyes: view.eyes });
        const agent = setup.words.analysis + iterations;
        return engine.ask({ do: "search", agent, seed: 1 + i });
      }),
    );
    const wrong = reports.find((answer) => answer.error);
    if (wrong) return wrong;
    const texts = reports.map(({ report }) => JSON.stringify(report));
    return engines[0].ask({ do: "merge", reports: texts });
  },

  stop() {
    ++this.position;
    for (const engine of this.workers) if (engine.isBusy) engine.stop();
  },

  async hint(view) {
    this.stop();
    const position = this.position;
    const answer = await this.search(view, 500, this.engines(1));
    return position === this.position ? answer : undefined;
  },

  async follow(view) {
    this.stop();
    if (!this.isOn) return;
    const position = this.position;
    if (view.over || view.options.length === 0) {
      this.show({ error: view.over ? "The game is over." : "Nobody here may see a search." }, view);
      return;
    }
    byId("analysis-state").textContent = "Searching …";
    const choices = [];
    for (const iterations of this.rounds) {
      const answer = await this.search(view, iterations, this.engines(this.number));
      if (position !== this.position) return;
      if (!answer.error) choices.push([answer.report.iterations, answer.report.chosen]);
      this.show(answer, view, choices);
      if (answer.error) return;
    }
  },

  show(answer, view, choices = []) {
    const report = answer.report;
    byId("analysis-state").textContent = answer.error
      ? answer.error
      : `${report.iterations.toLocaleString("en")} iterations, ` +
        `${Math.round(report.iterations / report.seconds).toLocaleString("en")} a second, ` +
        `depth ${report.mean_depth.toFixed(1)}`;
    byId("analysis-report").hidden = !report;
    if (!report) return;
    this.showShares(report.win_share);
    this.showOptions(report, view);
    byId("analysis-choices").textContent =
      "Choice after " + choices.map(([n, event]) => `${n.toLocaleString("en")}: ${spoken(event)}`).join("; ");
  },

  showShares(shares) {
    byId("shares").replaceChildren(
      ...shares.map((share, seat) => {
        const part = element("span", "", `p${seat + 1} ${Math.round(100 * share)}`);
        const { fill, ink } = setup.words.colours[seat];
        part.style.cssText = `flex: ${share} 0 0; background: ${fill}; color: ${ink}`;
        part.title = `p${seat + 1}: win share ${(100 * share).toFixed(1)} %`;
        return part;
      }),
    );
    const spoken = shares.map((share, seat) => `p${seat + 1} ${Math.round(100 * share)} percent`);
    byId("shares").setAttribute("aria-label", "Expected win shares: " + spoken.join(", "));
  },

  showOptions(report, view) {
    const seat = Number(report.player.slice(1)) - 1;
    const most = report.options[0].visits;
    const percent = (value) => (value === null ? "–" : (100 * value).toFixed(1));
    const rows = report.options.map((option) => {
      const row = element("tr");
      const text = view.options.find(({ event }) => event === option.event)?.text ?? option.event;
      const button = element("button", "link", withoutActor(text));
      button.dataset.event = option.event;
      const name = element("td");
      name.append(button);
      const line = report.lines?.[option.event] ?? [];
      if (line.length > 0) name.append(element("small", "", "then " + spoken(line.join(", "))));
      const visits = element("td", "", option.visits.toLocaleString("en"));
      visits.style.setProperty("--part", option.visits / most);
      visits.className = "visits";
      const error = option.standard_error[seat];
      row.append(
        name,
        visits,
        element("td", "", percent(option.win_share[seat])),
        element("td", "", percent(option.value[seat]) + (error === null ? "" : ` ± ${percent(error)}`)),
        element("td", "", percent(option.prior)),
      );
      return row;
    });
    byId("analysis-options").replaceChildren(...rows);
  },
};
