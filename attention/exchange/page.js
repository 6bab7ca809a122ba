// Says the cell that is pointed at, and marks its row and column. Words go in as text only.
const tip = document.getElementById("tip");
let marked = [];

function point(event) {
  for (const element of marked) element.classList.remove("on");
  marked = [];
  tip.hidden = true;
  const cell = event.target.closest?.("td");
  if (cell) say(cell, event.clientX, event.clientY);
}

function word(header) {
  const text = header.querySelector("bdi");
  return text.title || text.textContent;
}

function say(cell, x, y) {
  const row = cell.parentNode;
  const table = row.closest("table");
  const places = table.dataset.places.split(",");
  const query = row.cells[0];
  const key = table.tHead.rows[0].cells[cell.cellIndex];
  const hundredths = row.dataset.v.split(",")[cell.cellIndex - 1];
  const gaps = {
    query: word(query),
    key: word(key),
    row: places[row.rowIndex - 1],
    column: places[cell.cellIndex - 1],
    value: hundredths === "-" ? "-" : (hundredths / 100).toFixed(2),
  };
  marked = [query, key, cell];
  for (const element of marked) element.classList.add("on");
  tip.textContent = table.dataset.cell.replace(/\{(\w+)\}/g, (_, name) => gaps[name]);
  tip.hidden = false;
  tip.style.left = `${Math.max(0, Math.min(x + 12, innerWidth - tip.offsetWidth - 8))}px`;
  tip.style.top = `${y + 16 + tip.offsetHeight > innerHeight ? y - 12 - tip.offsetHeight : y + 16}px`;
}

document.addEventListener("mousemove", point);
document.addEventListener("click", point);
