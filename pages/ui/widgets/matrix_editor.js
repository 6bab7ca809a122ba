// A small matrix of numbers, each in a field of its own. At every change the whole matrix is sent, with the words and the epoch
// that it was filled for; the fields are filled anew only where `filled` is another than before.
import { el, fill } from "./dom.js";

export default function mount({ parentElement, data, setStateValue }) {
  let table = parentElement.querySelector("table");
  if (table?.dataset.filled !== data.filled) {
    parentElement.querySelector(".matrix")?.remove();
    table = build(parentElement, data);
  }
  table.send = (values) => setStateValue("matrix", { words: data.words, epoch: data.epoch, values });
}

function build(parent, data) {
  const box = parent.appendChild(el("div", "matrix"));
  const table = box.appendChild(el("table", "", { "aria-label": data.name }));
  const note = box.appendChild(el("p", "note", { role: "alert" }));
  const values = data.values.map((row) => [...row]);
  table.dataset.filled = data.filled;
  data.values.forEach((row, i) => {
    const line = table.insertRow();
    if (data.rows.length) line.append(el("th", "", { scope: "row" }, data.rows[i]));
    row.forEach((value, j) => line.insertCell().append(field(value, i, j)));
  });

  function field(value, i, j) {
    const label = fill(data.labels.cell, { name: data.name, row: i + 1, column: j + 1 });
    const input = el("input", "", { inputmode: "decimal", autocomplete: "off", "aria-label": label });
    input.value = String(value);
    input.addEventListener("focus", () => input.select());
    input.addEventListener("input", () => (note.textContent = "")); // what was said was about something else
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") input.blur();
      if (event.key !== "Escape") return;
      input.value = String(values[i][j]);
      note.textContent = "";
    });
    input.addEventListener("change", () => {
      const typed = input.value.normalize("NFKC").trim().replace(/[。｡]/g, ".").replace(/[—–−]/g, "-");
      const number = typed === "" ? NaN : Number(typed);
      if (!(Math.abs(number) <= data.limit)) {
        note.textContent = fill(data.labels.refused, { typed: input.value.slice(0, 20), old: String(values[i][j]) });
        input.value = String(values[i][j]);
        return;
      }
      note.textContent = "";
      values[i][j] = number;
      input.value = String(number);
      table.send(values);
    });
    return input;
  }
  return table;
}
