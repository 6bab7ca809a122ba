// A small matrix of numbers, each in a field of its own; grid_editor.py states how edits reach the server.
import { el, fill } from "./dom.js";
import { Edits } from "./grid_edits.js";

export default function mount({ parentElement, data, setStateValue }) {
  parentElement.widget ??= new Matrix(parentElement);
  parentElement.widget.receive(data, setStateValue);
}

/** A number of at most `limit`, NaN for anything else. */
export function number(text, limit) {
  const plain = text.normalize("NFKC").trim().replace(/[。｡]/g, ".").replace(/[—–−]/g, "-");
  const value = plain === "" ? NaN : Number(plain);
  return Math.abs(value) <= limit ? value : NaN;
}

class Matrix {
  constructor(parent) {
    this.edits = new Edits();
    this.root = parent.appendChild(el("div", "matrix"));
  }

  receive(data, setStateValue) {
    this.data = data;
    this.send = () => setStateValue("edits", this.edits.message());
    this.edits.confirm(data.receipt);
    this.values = this.edits.over(data);
    const look = JSON.stringify([data.rows, data.labels, this.values.map((row) => row.length)]);
    if (look !== this.look) this.build();
    this.look = look;
    this.paint();
  }

  build() {
    const table = el("table", "", { "aria-label": this.data.name });
    this.note = el("p", "note", { role: "alert" });
    this.fields = this.values.map((row, i) => {
      const line = table.insertRow();
      if (this.data.rows.length) line.append(el("th", "", { scope: "row" }, this.data.rows[i]));
      return row.map((_, j) => line.insertCell().appendChild(this.field(i, j)));
    });
    this.root.replaceChildren(table, this.note);
  }

  field(i, j) {
    const label = fill(this.data.labels.cell, { name: this.data.name, row: i + 1, column: j + 1 });
    const input = el("input", "", { inputmode: "decimal", autocomplete: "off", "aria-label": label });
    const say = (sentence) => (this.note.textContent = sentence);
    input.addEventListener("focus", () => input.select());
    input.addEventListener("input", () => say("")); // what was said was about something else
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") input.blur();
      if (event.key !== "Escape") return;
      input.value = String(this.values[i][j]);
      say("");
    });
    input.addEventListener("change", () => {
      const old = this.values[i][j];
      const value = number(input.value, this.data.limit);
      say(
        Number.isNaN(value)
          ? fill(this.data.labels.refused, { typed: input.value.slice(0, 20), old: String(old) })
          : "",
      );
      this.values[i][j] = Number.isNaN(value) ? old : value;
      input.value = String(this.values[i][j]);
      input.shown = this.values[i][j];
      if (input.shown === old) return;
      this.edits.add(this.data, [[i, j, value]]);
      this.send();
    });
    return input;
  }

  /** A field whose number is the same keeps what is half typed. */
  paint() {
    this.fields.flat().forEach((input, k) => {
      const value = this.values.flat()[k];
      if (input.shown !== value) input.value = String(value);
      input.shown = value;
    });
  }
}
