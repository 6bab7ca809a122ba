// The sentence that reads the row which is looked at; it makes the picture of the computed table answer as the hand table does:
// pointing and tapping choose a row, a click a cell, and the arrow keys go from one to the next. See spotlight.py.
import { between, el, fill, target } from "./dom.js";
import { announce, lit, onPoint, passing, picture, point, rowAt, Veil } from "./pointing.js";

export default function mount({ parentElement, data, setTriggerValue }) {
  parentElement.widget ??= new Spotlight(parentElement);
  parentElement.widget.receive(data, setTriggerValue);
}

class Spotlight {
  constructor(parent) {
    this.line = parent.appendChild(el("p", "read", { role: "status" }));
    onPoint(this.line, () => this.show());
  }

  receive(data, setTriggerValue) {
    const changed = JSON.stringify(this.data?.words) !== JSON.stringify(data.words);
    Object.assign(this, {
      data,
      n: data.words.length,
      choose: (i, j) => setTriggerValue("cell", { i, j, of: data.of }),
    });
    if (changed) point({ hover: null, fixed: null });
    this.attach();
    this.show();
  }

  show() {
    const row = lit();
    this.line.setAttribute("aria-live", row === null || passing() ? "off" : "polite");
    this.line.textContent = this.data.readings[row ?? this.n - 1] ?? "";
    if (row === null && this.data.invitation) this.line.textContent = this.data.invitation;
    this.light();
  }

  // ---- the picture ----

  /** Once plotly has drawn it; it may be exchanged at any time. */
  attach() {
    cancelAnimationFrame(this.waiting);
    if (this.data.covered) return;
    const chart = picture();
    if (!chart?._fullLayout?._size) this.waiting = requestAnimationFrame(() => this.attach());
    else if (chart !== this.chart) this.take(chart);
  }

  take(chart) {
    this.chart = chart;
    chart.style.position = "relative";
    this.veil = new Veil(chart, getComputedStyle(document.querySelector("[data-testid=stApp]")).backgroundColor);
    const [box, upper] = [chart.querySelector(".svg-container"), chart.querySelectorAll(".main-svg")[1]];
    if (upper) for (const part of this.veil.parts) box.insertBefore(part, upper); // under what hovering says
    this.cursor = chart.appendChild(el("div", "attention-cursor", { role: "slider", tabindex: 0, "aria-valuemin": 1 }));
    this.column = 0;
    chart.on("plotly_afterplot", announce); // arcs and bars are drawn from the picture
    chart.addEventListener(
      "pointermove",
      (event) => event.pointerType === "mouse" && point({ hover: this.row(event) }),
    );
    chart.addEventListener("pointerleave", () => point({ hover: null }));
    chart.addEventListener("click", (event) => this.onClick(event), true);
    this.cursor.addEventListener("keydown", (event) => this.onKey(event));
    this.cursor.addEventListener("focus", () => this.cursor.matches(":focus-visible") && point({ fixed: lit() ?? 0 }));
    announce();
  }

  row(event) {
    const { t, h } = this.chart._fullLayout._size;
    return rowAt(event.clientY - this.chart.getBoundingClientRect().top, t, h, this.n);
  }

  light() {
    const size = this.chart?._fullLayout?._size;
    if (!size || !this.chart.isConnected) return;
    const row = lit();
    this.veil.show(row !== null && row < this.n ? row : null, size.t, size.h, this.n);
    const at = between(row ?? 0, 0, this.n - 1);
    const [height, width] = [size.h / this.n, size.w / this.n];
    Object.assign(this.cursor.style, {
      left: `${size.l + width * between(this.column, 0, this.n - 1)}px`,
      top: `${size.t + height * at}px`,
      width: `${width}px`,
      height: `${height}px`,
    });
    const value = this.chart._fullData?.[0]?.z?.[at]?.[this.column];
    const gaps = { key: this.data.words[this.column], value: Number.isFinite(value) ? value.toFixed(2) : "-" };
    this.cursor.setAttribute("aria-label", this.data.labels.rows);
    this.cursor.setAttribute("aria-valuemax", this.n);
    this.cursor.setAttribute("aria-valuenow", at + 1);
    this.cursor.setAttribute("aria-valuetext", `${this.data.readings[at] ?? ""} ${fill(this.data.labels.cell, gaps)}`);
  }

  onClick(event) {
    const { l, w } = this.chart._fullLayout._size;
    const row = this.row(event);
    const column = rowAt(event.clientX - this.chart.getBoundingClientRect().left, l, w, this.n);
    if (row === null) return;
    if (column !== null) this.column = column;
    point({ fixed: row });
    if (column !== null && this.data.choosable) this.choose(row, column);
  }

  onKey(event) {
    const row = lit() ?? 0;
    const sideways = ["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key);
    const to = target(event, sideways ? this.column : row, this.n - 1);
    if (to !== undefined && sideways) this.column = to;
    else if (to !== undefined) point({ fixed: to });
    else if (event.key === "Enter" && this.data.choosable) this.choose(row, this.column);
    else if (event.key === "Escape") point({ fixed: null });
    else return;
    event.preventDefault();
    this.light();
  }
}
