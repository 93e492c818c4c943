// The position after an option, or after a line of a search: shown while it is pointed at.

const preview = {
  wanted: "", // the events that are pointed at, as JSON; empty if none are

  /** The events that a click on an element plays; undefined if it is neither an option nor a line. */
  eventsOf(target) {
    if (analysis.isOutdated(target)) return undefined;
    const { events, event } = target.closest("[data-events], [data-event]")?.dataset ?? {};
    if (events) return JSON.parse(events);
    return event && [event];
  },

  async show(events) {
    const wanted = events ? JSON.stringify(events) : "";
    if (this.wanted === wanted) return;
    this.wanted = wanted;
    await new Promise((resolve) => setTimeout(resolve, 120));
    if (this.wanted !== wanted) return;
    if (!events) return this.end();
    if (play.isBusy) return;
    const answer = await play.ask({ do: "preview", events });
    if (this.wanted !== wanted || answer.error) return;
    picture.update(answer.groups);
    if (answer.shown === 0) return this.mark("The result depends on what you do not know");
    const stopped = answer.shown < events.length ? ", up to what you do not know" : "";
    this.mark(`After ${events.slice(0, answer.shown).map(spoken).join(", then ")}${stopped}`);
  },

  /** Shows the position itself again. */
  end() {
    this.wanted = "";
    picture.update(view.groups);
    this.mark("");
  },

  mark(text) {
    byId("board").classList.toggle("preview", text !== "");
    byId("previewed").textContent = text;
    byId("previewed").hidden = text === "";
    byId("who").hidden = byId("what").hidden = text !== "";
  },

  listen() {
    for (const id of ["options", "analysis-options"]) {
      const over = ({ target }) => this.show(this.eventsOf(target));
      byId(id).addEventListener("mouseover", over);
      byId(id).addEventListener("focusin", over);
      byId(id).addEventListener("mouseleave", () => this.show(undefined));
      byId(id).addEventListener("focusout", () => this.show(undefined));
    }
  },
};
