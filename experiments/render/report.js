// The report beside the replay: value chart, parts of the result, key moments, marks in the list
// of moves. Runs after viewer.js.

const report = game.report;
const valueNow = []; // by seat: cell of the table
const momentAt = new Map(); // step → items of the list and of the strip

function drawParts() {
  const body = heading(byId("parts"), ["", "now", ...report.columns]);
  report.rows.forEach((texts, seat) => {
    const row = body.insertRow();
    const name = `p${seat + 1}`;
    cell(row, "").innerHTML =
      `<svg viewBox="-15 -15 30 30" role="img" aria-label="${name}"><use href="#${name}"/></svg>`;
    valueNow.push(cell(row, ""));
    for (const text of texts) cell(row, text);
  });
}

function drawMoments() {
  for (const { step: at, text } of report.moments) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    const number = document.createElement("span");
    number.textContent = at - 1;
    number.title = `ply ${at - 1}`;
    button.append(number, `${game.events[at - 1].text}: ${text}`);
    button.addEventListener("click", () => stepTo(at));
    item.append(button);
    byId("moments").append(item);

    const flag = document.createElement("button");
    flag.title = `ply ${at - 1}: ${text}`;
    flag.tabIndex = -1; // the list has the same buttons
    flag.style.left = `${(100 * at) / last}%`;
    flag.addEventListener("click", () => stepTo(at));
    byId("flags").append(flag);
    momentAt.set(at, [button, flag]);
  }
  if (!report.moments.length) byId("moments").textContent = "none";
}

function drawMarks() {
  report.marks.forEach((mark, i) => {
    if (!mark) return;
    const tag = document.createElement("em");
    tag.textContent = mark;
    lines.get(i + 1).append(tag);
  });
}

function drawValue() {
  for (const end of ["x1", "x2"]) byId("share-cursor").setAttribute(end, step);
  report.shares[step].forEach((share, seat) => {
    valueNow[seat].textContent = (100 * share).toFixed(1);
  });
  for (const [at, items] of momentAt) {
    for (const item of items) item.classList.toggle("now", at === step);
  }
}

byId("shares").addEventListener("click", (event) => {
  const { left, width } = byId("shares").getBoundingClientRect();
  stepTo(Math.round(((event.clientX - left) / width) * last));
});
// The space key opens the explanation there; elsewhere it plays the game.
byId("report-help").addEventListener("keydown", (event) => {
  if (event.key === " ") event.stopPropagation();
});
document.addEventListener("step", drawValue);
byId("report-note").textContent = report.note;
drawParts();
drawMoments();
drawMarks();
drawValue();
// The report has made the list of moves lower since viewer.js scrolled it to the step of the address.
if (lines.has(step)) reveal(lines.get(step));
