// The report of a finished game: its decisions are judged on all workers, some at a time.

const report = {
  batch: 4, // decisions a request
  round: 0, // counts reports: one that was closed is dropped

  async make() {
    const round = ++this.round;
    analysis.stop();
    byId("report").showModal();
    byId("report-page").hidden = byId("report-save").hidden = true;
    byId("report-progress").hidden = false;
    const agent = setup.words.judge;
    const { record } = await play.ask({ do: "record" });
    const plies = view.line.flatMap(({ actor }, ply) => (actor === "chance" ? [] : [ply]));
    byId("report-progress").max = plies.length;
    byId("report-progress").value = 0;
    const judgements = [];
    let next = 0;
    const ask = async (engine, request) => {
      const answer = await engine.ask(request);
      if (answer.error) throw new Error(answer.error);
      if (answer.stopped) throw new Error("The searches were stopped.");
      return answer;
    };
    const judge = async (engine) => {
      await ask(engine, { do: "load", record });
      while (next < plies.length && round === this.round) {
        const part = plies.slice(next, (next += this.batch));
        byId("report-state").textContent =
          `Searching ${plies.length} decisions with ${agent}: ${next - part.length} done`;
        const answer = await ask(engine, { do: "judge", agent, plies: part });
        judgements.push(JSON.stringify(answer.judgements));
        byId("report-progress").value += part.length;
      }
    };
    try {
      await Promise.all(analysis.engines(analysis.number).map(judge));
    } catch (error) {
      if (round !== this.round) return;
      ++this.round; // the other workers stop
      byId("report-state").textContent = error.message;
      byId("report-progress").hidden = true;
      return;
    }
    if (round !== this.round) return;
    const answer = await play.ask({ do: "report", agent, judgements });
    byId("report-state").textContent = answer.error ?? "";
    byId("report-progress").hidden = true;
    if (answer.error) return;
    this.json = answer.report; // for the tests of the page
    byId("report-page").srcdoc = answer.page;
    byId("report-page").hidden = byId("report-save").hidden = false;
  },

  close() {
    ++this.round;
    for (const engine of analysis.workers) if (engine.isBusy) engine.stop();
    byId("report-page").srcdoc = "";
    byId("report").close();
  },
};
