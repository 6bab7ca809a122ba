// The marks of a scene as SVG. What stands for a number can be clicked and reached with the keyboard, and is named with its digits.
import { target, vector } from "./dom.js";

const RECT = ["x", "y", "width", "height"];
const round = (value) => Math.round(value * 10) / 10;

export class Picture {
  /** exact(of): what a mark is, in words and with all its digits. tell(of): somebody asks for it. */
  constructor(parent, { exact, tell }) {
    Object.assign(this, { svg: vector("svg", { role: "group" }, parent), drawn: new Map(), exact, tell });
    this.svg.addEventListener("click", (event) => this.ask(event.target));
    this.svg.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** Draw these marks and no others. moves: more are to come at once, which have names in time. */
  draw(marks, { width, height }, moves = false) {
    set(this.svg, "viewBox", `0 0 ${width} ${height}`);
    const gone = new Set(this.drawn.keys());
    for (const mark of marks) {
      gone.delete(mark.id);
      this.place(mark, moves);
    }
    for (const id of gone) {
      this.drawn.get(id).remove();
      this.drawn.delete(id);
    }
    if (!this.entry?.isConnected) this.enterAt(this.told()[0]);
  }

  clear() {
    this.svg.replaceChildren();
    this.drawn.clear();
  }

  place(mark, moves) {
    const element = this.drawn.get(mark.id) || this.made(mark);
    const { x, y, w, h, text, of } = mark;
    if (text === undefined) [x, y, w, h].forEach((value, k) => set(element, RECT[k], round(Math.max(value, 0))));
    else {
      [x, y].forEach((value, k) => set(element, RECT[k], round(value)));
      set(element, "style", `font-size:max(${mark.size}em, var(--least, 0px))`);
      set(element, "text-anchor", mark.vertical ? "start" : mark.anchor);
      if (element.textContent !== text) element.textContent = text;
    }
    set(element, "fill", mark.fill || "currentColor");
    set(element, "stroke", mark.edge);
    set(element, "opacity", Math.round(mark.opacity * 100) / 100);
    set(element, "pointer-events", of && mark.opacity > 0.1 ? undefined : "none");
    element.of = of;
    if (of && !(moves && element.was["aria-label"])) set(element, "aria-label", this.exact(of));
  }

  made(mark) {
    const element = vector(mark.text === undefined ? "rect" : "text", {}, this.svg);
    const kinds = ["strong", "vertical", "pale"].filter((name) => mark[name]);
    if (kinds.length) element.setAttribute("class", kinds.join(" "));
    if (mark.of) set(element, "role", "button");
    if (mark.of) set(element, "tabindex", -1);
    this.drawn.set(mark.id, element);
    return element;
  }

  told() {
    return [...this.drawn.values()].filter((element) => element.of);
  }

  /** One of the marks can be reached with Tab, the others from there. */
  enterAt(element) {
    if (this.entry) set(this.entry, "tabindex", -1);
    this.entry = element;
    if (element) set(element, "tabindex", 0);
  }

  /** Show that this mark has been asked for; without one, none. */
  ask(element) {
    if (element && !element.of) return;
    if (this.asked) this.asked.classList.remove("told");
    this.asked = element;
    if (element) element.classList.add("told");
    this.tell(element?.of);
  }

  onKey(event) {
    const marks = this.told();
    const sideways = event.key === "ArrowLeft" || event.key === "ArrowRight"; // these lead from step to step
    const to = sideways ? undefined : target(event, marks.indexOf(event.target), marks.length - 1);
    if (event.key === "Enter" || event.key === " ") this.ask(event.target);
    else if (to === undefined) return;
    else {
      this.enterAt(marks[to]);
      this.entry.focus();
    }
    event.preventDefault();
  }
}

/** Only what has changed is written. */
function set(element, name, value) {
  element.was = element.was || {};
  if (element.was[name] === value) return;
  element.was[name] = value;
  if (value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
