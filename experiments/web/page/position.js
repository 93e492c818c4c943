// The position as text, for readers who do not see the picture. It is asked for only while it is open.

const position = {
  async follow() {
    if (!view || !byId("position").open) return;
    const { text, error } = await play.ask({ do: "text" });
    byId("position-text").textContent = spoken(text ?? error);
  },
};
