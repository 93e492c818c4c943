// The tree of a search as a picture that is zoomed by clicks.

const tree = {
  iterations: 2000,

  async open(request) {
    const answer = await play.ask(request);
    byId("error").textContent = answer.error ?? "";
    if (answer.error) return;
    this.show(answer);
    if (!byId("tree").open) byId("tree").showModal();
  },

  /** The tree of one search, as on a worker of the analysis. */
  search() {
    return this.open({ do: "tree_search", agent: setup.words.analysis + this.iterations, seed: 1 });
  },

  show({ svg, path }) {
    byId("tree-picture").innerHTML = svg;
    for (const node of byId("tree-picture").querySelectorAll("[data-node]:has(text)")) {
      node.setAttribute("role", "button");
      node.setAttribute("tabindex", "0");
    }
    byId("tree-path").textContent = path.length === 0 ? "From the root" : spoken(path.join(" › "));
  },

  zoom: (node) => tree.open({ do: "tree_zoom", node }),
};
