// Words as chips; a seam between two neighbours merges them, a gap inside a word splits it. See token_chips.py.
// All seams and gaps are one stop of the Tab key; the arrow keys go from one to the next. Words come in as text only.
import { between, el, fill, target } from "./dom.js";

const PATIENCE = 4000; // ms after a click in which further clicks are not taken, unless the server answers first

export default function mount({ parentElement, data, setTriggerValue }) {
  parentElement.widget ??= new Line(parentElement);
  parentElement.widget.receive(data, setTriggerValue);
}

class Line {
  constructor(parent) {
    this.root = parent.appendChild(el("div", "chips"));
    this.root.addEventListener("click", (event) => this.onClick(event));
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.root.addEventListener("focusin", (event) => this.rove(event.target));
  }

  receive(data, setTriggerValue) {
    const place = this.buttons?.indexOf(this.root.getRootNode().activeElement) ?? -1;
    Object.assign(this, { data, setTriggerValue });
    this.note = el("p", "note", { "aria-live": "polite" });
    const list = el("ol", "line", { role: "list", "aria-label": data.labels.title });
    list.append(...data.words.map((word, i) => this.unit(word, i)));
    this.root.replaceChildren(list, this.note);
    this.buttons = [...list.querySelectorAll("button")];
    this.release();
    const next = this.buttons[between(place, 0, this.buttons.length - 1)];
    if (next) this.rove(next);
    if (next && place >= 0) next.focus();
  }

  /** A chip and the seam after it: they stay together where the line wraps. */
  unit(word, i) {
    const { words, quiet, marks, labels } = this.data;
    const unit = el("li", "unit");
    const chip = unit.appendChild(el("span", `chip${quiet[i] ? " quiet" : ""}`, marks[i] ? { title: marks[i] } : {}));
    chip.at = i;
    chip.append(this.word(word, i));
    if (marks[i]) chip.append(el("span", "unseen", {}, `（${marks[i]}）`));
    if (i + 1 < words.length) {
      const label = fill(labels.merge, { left: word, right: words[i + 1] });
      unit.append(this.button("seam", label, { action: "merge", i }));
    }
    return unit;
  }

  word(word, i) {
    const box = el("span", this.data.marks[i] ? "word marked" : "word");
    const points = Array.from(word);
    let from = 0;
    for (const at of this.data.splits[i]) {
      const label = fill(this.data.labels.split, { word, part: points.slice(0, at).join("") });
      box.append(points.slice(from, at).join(""), this.button("gap", label, { action: "split", i, at }));
      from = at;
    }
    box.append(points.slice(from).join(""));
    return box;
  }

  button(name, label, event) {
    const button = el("button", name, { type: "button", tabindex: -1, title: label, "aria-label": label });
    button.event = event;
    return button;
  }

  /** The one button that the Tab key reaches. */
  rove(button) {
    if (!this.buttons.includes(button)) return;
    for (const other of this.buttons) other.tabIndex = other === button ? 0 : -1;
  }

  onClick(event) {
    const button = event.target.closest("button");
    if (button) return void (event.detail > 1 || this.send(button.event)); // a double click is one click
    const chip = event.target.closest(".chip");
    for (const other of this.root.querySelectorAll(".chip.open")) if (other !== chip) other.classList.remove("open");
    const open = chip?.classList.toggle("open");
    this.note.textContent = (open && this.data.marks[chip.at]) || "";
  }

  /** Once per click: further clicks wait for the answer, for the words under the finger are about to change. */
  send(event) {
    if (this.waiting) return;
    this.waiting = setTimeout(() => this.release(), PATIENCE);
    this.root.setAttribute("aria-busy", "true");
    this.setTriggerValue("event", { ...event, words: this.data.words });
  }

  release() {
    clearTimeout(this.waiting);
    this.waiting = 0;
    this.root.setAttribute("aria-busy", "false");
  }

  onKey(event) {
    const here = this.buttons.indexOf(event.target);
    const to = target(event, here, this.buttons.length - 1);
    if (here < 0 || to === undefined) return;
    event.preventDefault();
    this.buttons[to].focus();
  }
}
