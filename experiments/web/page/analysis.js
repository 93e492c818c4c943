// The search of the shown position, on all workers: independent trees with seeds of their own,
// merged by the engine. Each round has four times the iterations of the one before.

const analysis = {
  rounds: [64, 256, 1024, 4096, 16384], // iterations of a worker
  workers: [],
  position: 0, // counts positions: what belongs to an older one is dropped
  isOn: false,
  shortest: 12, // options that are shown of a longer list
  isLong: false,
  shown: undefined, // {report, view} of what is shown

  number: Math.min(4, Math.max(1, (navigator.hardwareConcurrency ?? 2) - 1)),

  engines(number) {
    while (this.workers.length < number) this.workers.push(new Engine());
    return this.workers.slice(0, number);
  },

  /** A merged report of so many iterations a worker; `{stopped: true}` if they were stopped. */
  async search(view, iterations, engines) {
    const reports = await Promise.all(
      engines.map(async (engine, i) => {
        const requests = [{ do: "open", code: view.code }];
        if (view.eyes !== null) requests.push({ do: "view", eyes: view.eyes });
        requests.push({ do: "search", agent: setup.words.analysis + iterations, seed: 1 + i });
        let answer;
        for (const request of requests) {
          answer = await engine.ask(request);
          if (answer.error || answer.stopped) break;
        }
        return answer;
      }),
    );
    const wrong = reports.find(({ error, stopped }) => error || stopped);
    if (wrong) return wrong;
    const texts = reports.map(({ report }) => JSON.stringify(report));
    return engines[0].ask({ do: "merge", reports: texts });
  },

  stop() {
    ++this.position;
    for (const engine of this.workers) if (engine.isBusy) engine.stop();
  },

  /** Undefined if something else has stopped it. */
  async hint(view) {
    this.stop();
    const position = this.position;
    const answer = await this.search(view, 500, this.engines(1));
    return position === this.position && !answer.stopped ? answer : undefined;
  },

  async follow(view) {
    this.stop();
    if (!this.isOn) return;
    const position = this.position;
    if (view.over || view.options.length === 0) {
      const hidden = "No analysis: it would show what only the player to move knows.";
      this.show({ error: view.over ? "The game is over." : hidden }, view);
      return;
    }
    byId("analysis-state").textContent = "Searching …";
    byId("analysis-choices").textContent = "";
    const choices = [];
    for (const iterations of this.rounds) {
      const answer = await this.search(view, iterations, this.engines(this.number));
      if (position !== this.position || answer.stopped) return;
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
    this.shown = report && { report, view };
    if (!report) return;
    byId("shares").replaceChildren(sharesBar(report.win_share));
    this.showOptions(report, view);
    pins.update(view, report);
    byId("analysis-choices").textContent =
      "Choice after " + choices.map(([n, event]) => `${n.toLocaleString("en")}: ${spoken(event)}`).join("; ");
  },

  showOptions(report, view) {
    const seat = Number(report.player.slice(1)) - 1;
    const most = report.options[0].visits;
    const percent = (value) => (value === null ? "–" : (100 * value).toFixed(1));
    const focused = document.activeElement.closest("#analysis-options button")?.dataset;
    const isCut = !this.isLong && report.options.length > this.shortest;
    byId("more-options").hidden = !isCut;
    byId("more-options").textContent = `All ${report.options.length} options`;
    const options = isCut ? report.options.slice(0, this.shortest) : report.options;
    const rows = options.flatMap((option, rank) => {
      const row = element("tr");
      const text = view.options.find(({ event }) => event === option.event)?.text ?? option.event;
      const button = element("button", "link", withoutActor(text));
      button.dataset.event = option.event;
      const name = element("td");
      name.append(button);
      const line = report.lines?.[option.event] ?? [];
      const below = element("tr", "line");
      below.append(this.lineOf(option.event, line.slice(0, rank === 0 ? 10 : 4), view));
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
      return [row, below];
    });
    byId("analysis-options").replaceChildren(...rows);
    if (focused) this.focusAgain(focused);
  },

  /** Whether an element is among the figures of a position that is no longer shown. */
  isOutdated(target) {
    return target.closest("#analysis-options") !== null && this.shown?.view.code !== view.code;
  },

  /** The expected line after an option: each step leads to the position after it. */
  lineOf(event, line, view) {
    const cell = element("td");
    cell.colSpan = 5;
    const events = [event];
    line.forEach((step, i) => {
      events.push(step.event);
      const button = element("button", "link", `${step.actor} ${spoken(step.event)}`);
      button.dataset.events = JSON.stringify(events);
      button.title = "Branch off here";
      cell.append(i === 0 ? "then " : ", ", button);
    });
    const pin = element("button", "link pin", pins.has(view.node, event) ? "unpin" : "pin");
    pin.dataset.pinEvent = event;
    cell.append(line.length > 0 ? " · " : "", pin);
    return cell;
  },

  /** A button of the table before keeps the focus if it is still there. */
  focusAgain({ event, events, pinEvent }) {
    for (const button of byId("analysis-options").querySelectorAll("button")) {
      const { dataset } = button;
      if (dataset.event !== event || dataset.events !== events || dataset.pinEvent !== pinEvent) continue;
      button.focus({ preventScroll: true });
      return;
    }
  },

  /** Pins the position, or an option of it. */
  pin(event) {
    if (!this.shown) return;
    const { report, view } = this.shown;
    pins.toggle(view, report, event);
    this.showOptions(report, view);
  },

  showAll() {
    this.isLong = true;
    this.showOptions(this.shown.report, this.shown.view);
  },
};

let hints = 0; // counts those that were asked for

async function giveHint() {
  const mine = ++hints;
  const searching = "Searching for a hint …";
  say(searching);
  const answer = await analysis.hint(view);
  if (!answer) {
    const isTold = mine !== hints || byId("live").textContent !== searching;
    if (!isTold) say("The search for a hint was stopped.");
    return;
  }
  analysis.follow(view); // the hint has stopped it
  if (answer.error) {
    say(answer.error);
    return;
  }
  const { chosen } = answer.report;
  const option = view.options.find(({ event }) => event === chosen);
  say(`Hint: ${withoutActor(option?.text ?? chosen)}.`);
  const button = byId("options").querySelector(`[data-event="${CSS.escape(chosen)}"]`);
  button?.classList.add("hinted");
  button?.focus();
}

/** Win shares of all seats, stacked. */
function sharesBar(shares) {
  const bar = element("div", "shares");
  bar.setAttribute("role", "img");
  for (const [seat, share] of shares.entries()) {
    const part = element("span", "", `p${seat + 1} ${Math.round(100 * share)}`);
    const { fill, ink } = setup.words.colours[seat];
    part.style.cssText = `flex: ${share} 0 0; background: ${fill}; color: ${ink}`;
    part.title = `p${seat + 1}: win share ${(100 * share).toFixed(1)} %`;
    bar.append(part);
  }
  const words = shares.map((share, seat) => `p${seat + 1} ${Math.round(100 * share)} percent`);
  bar.setAttribute("aria-label", "Expected win shares: " + words.join(", "));
  return bar;
}
