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
    const hadFocus = byId("tree-picture").contains(document.activeElement);
    byId("tree-picture").innerHTML = svg;
    const texts = byId("tree-picture").querySelectorAll("[data-node] > text");
    for (const { parentNode: node } of texts) {
      node.setAttribute("role", "button");
      node.setAttribute("tabindex", "0");
    }
    if (hadFocus) texts[0]?.parentNode.focus();
    byId("tree-path").textContent = path.length === 0 ? "From the root" : spoken(path.join(" › "));
  },

  zoom: (node) => tree.open({ do: "tree_zoom", node }),
};
