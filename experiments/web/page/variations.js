// The variations of the game as a tree: a row for each run of events without a fork.

const variations = {
  async follow(view) {
    const isForked = view.line.some(({ alternatives }) => alternatives > 0);
    byId("variations").hidden = !isForked;
    if (!isForked) return;
    const { nodes } = await play.ask({ do: "tree" });
    if (nodes) this.draw(nodes, view);
  },

  draw(nodes, view) {
    const children = new Map([[0, []]]);
    for (const row of nodes) {
      children.set(row.node, []);
      children.get(row.parent).push(row);
    }
    const parents = new Map(nodes.map(({ node, parent }) => [node, parent]));
    const path = new Set([0]);
    for (let node = view.node; node; node = parents.get(node)) path.add(node);
    const focused = document.activeElement.closest("#variation-tree [data-to]")?.dataset.to;
    const items = [];
    const open = [{ first: { node: 0, text: "beginning" }, depth: 1 }];
    while (open.length > 0) {
      const { first, depth } = open.pop();
      let last = first.node;
      let events = first.node === 0 ? 0 : 1;
      let isHere = last === view.node;
      while (children.get(last).length === 1) {
        last = children.get(last)[0].node;
        ++events;
        isHere ||= last === view.node;
      }
      items.push(this.item(first, depth, events, isHere, path.has(first.node)));
      for (const child of children.get(last).toReversed()) {
        open.push({ first: child, depth: depth + 1 });
      }
    }
    byId("variation-tree").replaceChildren(...items);
    const now = items.find((item) => item.hasAttribute("aria-current")) ?? items[0];
    const tabbed = items.find((item) => item.dataset.to === focused) ?? now;
    tabbed.tabIndex = 0;
    if (focused !== undefined) tabbed.focus();
  },

  item(first, depth, events, isHere, isOnPath) {
    const words = first.node === 0 ? "Beginning" : first.text;
    const item = element("button", isOnPath ? "on-path" : "", words);
    item.append(element("small", "", ` ${events} event${events === 1 ? "" : "s"}`));
    item.setAttribute("role", "treeitem");
    item.setAttribute("aria-level", depth);
    if (isHere) item.setAttribute("aria-current", "true");
    item.style.setProperty("--depth", depth - 1);
    item.dataset.to = first.node;
    item.tabIndex = -1;
    if (first.turn) item.title = `Turn ${first.turn}, ${first.phase}`;
    return item;
  },

  /** Moves the focus by an arrow key; left leads to where a row branched off. */
  key(event) {
    const items = [...byId("variation-tree").children];
    const at = items.indexOf(event.target);
    if (at < 0) return;
    const level = (item) => Number(item.getAttribute("aria-level"));
    const above = items.slice(0, at).findLast((item) => level(item) < level(items[at]));
    const below = items[at + 1] && level(items[at + 1]) > level(items[at]) ? items[at + 1] : undefined;
    const next = {
      ArrowUp: items[at - 1],
      ArrowDown: items[at + 1],
      ArrowLeft: above,
      ArrowRight: below,
      Home: items[0],
      End: items.at(-1),
    }[event.key];
    if (!next) return;
    items[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
    event.preventDefault();
    event.stopPropagation();
  },
};
