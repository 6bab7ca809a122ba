// Words as chips; a seam between two neighbours merges them, a gap inside a word splits it. See token_chips.py.
// All seams and gaps are one stop of the Tab key; the arrow keys go from one to the next. Words come in as text only.
import { between, el, fill, target, vector } from "./dom.js";
import { lit, onPoint, picture, point, weights } from "./pointing.js";

const FAINTEST = 0.05; // a smaller weight has no arc
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
    this.root.addEventListener("focusin", (event) => {
      this.rove(event.target);
      if (event.target.matches(":focus-visible")) this.aim(event, "fixed");
    });
    this.root.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.aim(event, "hover"));
    this.root.addEventListener("pointerleave", () => this.data.places && point({ hover: null }));
    onPoint(this.root, () => this.arcs());
    new ResizeObserver(() => this.later()).observe(this.root);
  }

  /** The row of the word that the event is about is looked at. */
  aim(event, kind) {
    const row = this.data.places?.indexOf(event.target.closest(".unit")?.firstChild.at) ?? -1;
    if (row >= 0) point({ [kind]: row });
    else if (kind === "hover" && this.data.places) point({ hover: null });
  }

  /** The arcs once, in the next frame, however often they are wanted until then. */
  later() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.arcs());
  }

  /** From the word that is looked at, else from the last one, to those that it looks at: as wide and strong as the weights. */
  arcs() {
    this.sky?.remove();
    const { places } = this.data;
    const n = places?.length ?? 0;
    const row = between(lit() ?? n - 1, 0, n - 1);
    this.chips?.forEach((chip, i) => chip.classList.toggle("asks", n > 0 && lit() !== null && places[row] === i));
    const weight = n && weights(n, row);
    if (!weight || this.data.covered) return;
    const base = this.root.getBoundingClientRect();
    const end = (j, w) => {
      const { x, y, width } = this.chips[places[j]].getBoundingClientRect();
      return { x: x + width / 2 - base.x, y: y - base.y, share: Math.min(1, w / top) };
    };
    const top = Math.max(1e-9, picture()._fullData[0].zmax); // where the picture's colours end
    const seen = weight.flatMap((w, j) => (w !== null && w >= FAINTEST * top && j !== row ? [end(j, w)] : []));
    const [from, room] = [end(row, 0), Number.parseFloat(getComputedStyle(this.root).paddingTop)]; // all measured before all drawn
    const { width, height } = base;
    this.sky = vector("svg", { class: "sky", "aria-hidden": "true", width, height }, this.root);
    for (const { x, y, share } of seen) {
      const rise = Math.min(y, from.y) - Math.min(1.2 * room, 12 + Math.abs(x - from.x) / 4);
      const d = `M${from.x},${from.y} C${from.x},${rise} ${x},${rise} ${x},${y}`;
      vector("path", { d, "stroke-width": 1 + 5 * share, "stroke-opacity": 0.3 + 0.7 * share }, this.sky);
      vector("circle", { cx: x, cy: y, r: 2 + 2 * share, "fill-opacity": 0.3 + 0.7 * share }, this.sky);
    }
  }

  receive(data, setTriggerValue) {
    const place = this.buttons?.indexOf(this.root.getRootNode().activeElement) ?? -1;
    Object.assign(this, { data, setTriggerValue });
    this.note = el("p", "note", { "aria-live": "polite" });
    const list = el("ol", "line", { role: "list", "aria-label": data.labels.title });
    list.append(...data.words.map((word, i) => this.unit(word, i)));
    this.root.replaceChildren(list, this.note);
    this.root.classList.toggle("under-arcs", Boolean(data.places));
    this.chips = [...list.querySelectorAll(".chip")];
    this.sky = undefined;
    this.later();
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
    chip.append(this.word(word, i), ...this.reading(i));
    if (marks[i]) chip.append(el("span", "unseen", {}, `（${marks[i]}）`));
    if (i + 1 < words.length) {
      const label = fill(labels.merge, { left: word, right: words[i + 1] });
      unit.append(this.button("seam", label, { action: "merge", i }));
    }
    return unit;
  }

  /** How the word is said and what it means, for those who ask for it. */
  reading(i) {
    const [pinyin, gloss] = this.data.readings?.[i] ?? [];
    if (!this.data.readings) return [];
    return [
      el("span", "pinyin", { lang: "zh-Latn-pinyin" }, pinyin || "\u00a0"),
      el("span", "gloss", { lang: "en" }, gloss || "\u00a0"),
    ];
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
    this.aim(event, "fixed");
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
