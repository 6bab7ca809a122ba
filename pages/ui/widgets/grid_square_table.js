// What the hand-table editor looks like: the square of cells, and the list for many words.
// The class in grid_square.js goes on from this one.
import { between, el, fill } from "./dom.js";
import { colours, show } from "./values.js";

const LIST_FROM = 41; // words: from here on one query row at a time

const showSum = (row) => (row.every((v) => v === null) ? "-" : row.reduce((a, b) => a + b, 0).toFixed(2));
const inEms = (word) => [...word].reduce((sum, c) => sum + (c > "\u2e7f" ? 1 : 0.56), 0);

/** Draws this.values for this.data.words into this.root, row this.active[0] of a list; knows nothing of edits. */
export class Table {
  draw() {
    this.list = this.n >= LIST_FROM;
    this.root.className = `editor${this.list ? " list" : ""}${this.n > 12 ? " many" : ""}`;
    this.root.style.setProperty("--n", this.n);
    this.root.style.setProperty("--word", `${between(Math.max(...this.data.words.map(inEms)), 2, 5)}em`);
    this.note = el("p", "refused", { role: "alert" }); // stands beside a cell
    this.hint = el("p", "hint", {}, this.labels.hint);
    this.root.replaceChildren(...(this.list ? [this.chooser(), this.oneRow()] : [this.square()]), this.note, this.hint);
  }

  cell(i, j) {
    const cell = el("div", "cell", { role: "gridcell" });
    cell.append(el("span", "value"));
    return Object.assign(cell, { at: [i, j] });
  }

  word(text, role, className) {
    const box = el("div", className, { role, title: text });
    box.append(el("span", "word", {}, text));
    return box;
  }

  square() {
    const { words } = this.data;
    const grid = el("div", "grid", { role: "grid", "aria-label": this.labels.title });
    const row = (...children) => grid.appendChild(el("div", "row", { role: "row" })).append(...children);
    const heads = words.map((word) => this.word(word, "columnheader", "head"));
    const [corner, total] = [el("div", "corner", {}, this.labels.corner), el("div", "head total", {}, this.labels.sum)];
    for (const end of [corner, total]) end.setAttribute("role", "columnheader");
    row(corner, ...heads, total);
    this.sums = words.map(() => el("div", "sum", { role: "gridcell", "aria-readonly": "true" }));
    this.cells = words.map((_, i) => words.map((_, j) => this.cell(i, j)));
    words.forEach((word, i) => row(this.word(word, "rowheader", "side"), ...this.cells[i], this.sums[i]));
    return grid;
  }

  /** With many words: choose the query … */
  chooser() {
    const bar = el("div", "chooser");
    const step = (by, text, label) => {
      const button = el("button", "step", { type: "button", "aria-label": label, title: label }, text);
      button.addEventListener("click", () => this.turn(between(this.active[0] + by, 0, this.n - 1)));
      return button;
    };
    this.picker = el("select", "picker", { "aria-label": this.labels.query });
    this.picker.append(...this.data.words.map((word, i) => el("option", "", { value: i }, `${i + 1}  ${word}`)));
    this.picker.addEventListener("change", () => this.turn(Number(this.picker.value)));
    this.picker.value = this.active[0];
    this.total = el("span", "sum", { role: "status" });
    bar.append(el("span", "caption", {}, this.labels.query), step(-1, "‹", this.labels.previous), this.picker);
    bar.append(step(1, "›", this.labels.next), el("span", "caption", {}, this.labels.sum), this.total);
    return bar;
  }

  /** … and see its values, word by word. */
  oneRow() {
    const [i] = this.active;
    const grid = el("div", "grid", { role: "grid", "aria-label": `${this.labels.title} ${this.data.words[i]}` });
    this.sums = { [i]: this.total };
    this.cells = { [i]: this.data.words.map((_, j) => this.cell(i, j)) };
    this.data.words.forEach((word, j) => {
      const row = grid.appendChild(el("div", "row", { role: "row" }));
      row.append(this.word(word, "rowheader", "side"), this.cells[i][j]);
    });
    return grid;
  }

  paint() {
    for (const i of Object.keys(this.cells).map(Number)) {
      const gaps = { query: this.data.words[i], row: i + 1 };
      this.cells[i].forEach((cell, j) => {
        const value = this.values[i][j];
        if (cell.shown === value) return;
        cell.shown = value;
        [cell.style.background, cell.style.color] = colours(value, this.data.look.scale);
        cell.classList.toggle("none", value === null);
        cell.firstChild.textContent = show(value);
        const all = { ...gaps, key: this.data.words[j], column: j + 1, value: show(value) };
        cell.setAttribute("aria-label", fill(this.labels.cell, all));
      });
      const sum = showSum(this.values[i]);
      this.sums[i].textContent = sum;
      this.sums[i].setAttribute("aria-label", fill(this.labels.row_sum, { ...gaps, value: sum }));
    }
  }
}
