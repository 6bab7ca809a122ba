// The stage of the four steps: it moves from step to step, its ÷√d_k is switched, and a click tells the exact digits, all in the
// browser. With reduced motion each step stands still at its end.
import { el, fill, part, target, vector } from "./dom.js";
import { Player } from "./player.js";
import { mix, scene } from "./stage_scene.js";

export default function mount({ data, parentElement }) {
  parentElement.stage = parentElement.stage || new Stage(parentElement);
  parentElement.stage.update(data);
}

const STEP_MS = 3600;
const REST_MS = 2600;
const SWITCH_MS = 700;
const STEPS = ["one", "two", "three", "four"];
const SVG = ["x", "y", "width", "height", "fill", "stroke", "opacity", "font-size", "text-anchor"];

class Stage {
  constructor(parent) {
    Object.assign(this, { drawn: new Map(), t: 1, blend: 1, way: 0 });
    this.root = part("div", "stage", parent);
    const bar = part("div", "bar", this.root);
    this.picture = vector("svg", { role: "group" }, this.root);
    const readout = part("p", "readout", this.root);
    const draw = (at) => this.turn(at);
    this.player = new Player(bar, readout, { draw, ms: STEP_MS + REST_MS, single: true, aloud: true });
    this.player.reel.count = STEPS.length;
    const tabs = part("div", "tabs", bar);
    this.tabs = STEPS.map((_, k) => {
      const tab = tabs.appendChild(el("button", "tab", { type: "button" }));
      tab.onclick = () => this.replay(k);
      return tab;
    });
    this.scale = bar.appendChild(el("button", "scale", { type: "button", role: "switch" }));
    this.scale.onclick = () => this.switch();
    this.digits = this.root.appendChild(el("p", "digits", { "aria-live": "polite" }));
    this.note = part("p", "note", this.root);
    this.picture.addEventListener("click", (event) => this.tell(event.target));
    this.picture.addEventListener("keydown", (event) => this.onMark(event));
    new ResizeObserver(() => this.measure()).observe(this.picture);
    const onKey = (event) =>
      this.root.isConnected ? this.onKey(event) : document.removeEventListener("keydown", onKey);
    document.addEventListener("keydown", onKey);
  }

  /** Other switches for the same words: the numbers move over. Anything else: the step begins anew. */
  update(data) {
    const about = (one) =>
      JSON.stringify([one.words, one.places, one.pair, one.strips, one.q.length, one.before.length]);
    const same = this.data && about(this.data) === about(data);
    const old = same && this.now;
    Object.assign(this, { data, way: 0 });
    if (!same) [this.drawn, this.at] = [new Map(this.picture.replaceChildren()), undefined];
    this.tabs.forEach((tab, k) => (tab.textContent = data.labels.steps[STEPS[k]]));
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", data.labels.title);
    this.picture.setAttribute("aria-label", data.labels.picture);
    this.note.textContent = data.note;
    this.scale.textContent = data.labels.scale;
    this.scale.disabled = Boolean(data.idle);
    this.scale.title = data.idle;
    this.tell();
    this.move(old);
    this.player.update({ labels: data.labels, count: STEPS.length });
  }

  get now() {
    const to = this.data.ways[this.way];
    if (this.blend === 1) return to;
    const between = Object.keys(this.from).filter((name) => name !== "sentences" && name !== "scale");
    return { ...to, ...Object.fromEntries(between.map((name) => [name, mix(this.from[name], to[name], this.blend)])) };
  }

  /** The step's sentence; a step that was not there before begins. */
  turn(at) {
    const { playing } = this.player.reel;
    const halted = this.playing && !playing;
    this.playing = playing;
    if (at !== this.at) {
      Object.assign(this, { at, t: 0, running: true });
      this.tell();
    } else if (halted) this.running = false;
    else if (playing) this.running = true;
    this.tabs.forEach((tab, k) =>
      k === at ? tab.setAttribute("aria-current", "step") : tab.removeAttribute("aria-current"),
    );
    this.go();
    return this.data.ways[this.way].sentences[at];
  }

  replay(at) {
    this.at = undefined;
    this.player.go(at);
  }

  switch() {
    const old = this.now;
    this.way = 1 - this.way;
    this.move(old);
    this.tell();
    this.player.go(this.at);
  }

  /** From these numbers to those of now. */
  move(from) {
    Object.assign(this, { from, blend: from ? 0 : 1 });
    this.scale.setAttribute("aria-checked", this.data.ways[this.way].scale);
  }

  go() {
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) Object.assign(this, { t: 1, blend: 1 });
    this.paint();
    if (!this.request && this.moves()) this.request = requestAnimationFrame((time) => this.frame(time));
  }

  moves() {
    return (this.running && this.t < 1) || this.blend < 1;
  }

  frame(time) {
    const passed = this.last ? time - this.last : 0;
    if (this.running) this.t = Math.min(1, this.t + passed / STEP_MS);
    this.blend = Math.min(1, this.blend + passed / SWITCH_MS);
    this.paint();
    const more = this.moves() && this.root.isConnected;
    this.last = more ? time : 0;
    this.request = more ? requestAnimationFrame((next) => this.frame(next)) : 0;
  }

  measure() {
    const { width, height } = this.picture.getBoundingClientRect();
    if (!width) return;
    this.box = { width, height, em: Number.parseFloat(getComputedStyle(this.picture).fontSize) };
    this.picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.paint();
  }

  paint() {
    if (!this.box || this.at === undefined) return;
    const marks = scene(this.at, this.t, this.data, this.now, this.box);
    const gone = new Set(this.drawn.keys());
    for (const mark of marks) {
      gone.delete(`${this.at} ${mark.id}`);
      this.place(mark);
    }
    for (const id of gone) {
      this.drawn.get(id).remove();
      this.drawn.delete(id);
    }
    this.reachable();
  }

  /** Put a mark where it belongs; only what has changed is written. */
  place(mark) {
    const id = `${this.at} ${mark.id}`;
    let element = this.drawn.get(id);
    if (!element) {
      element = vector(mark.text === undefined ? "rect" : "text", {}, this.picture);
      element.was = {};
      this.drawn.set(id, element);
      if (mark.strong || mark.vertical || mark.pale)
        element.setAttribute("class", ["strong", "vertical", "pale"].filter((name) => mark[name]).join(" "));
      if (mark.of)
        for (const [name, value] of [
          ["role", "button"],
          ["tabindex", -1],
        ])
          element.setAttribute(name, value);
    }
    const round = (value) => Math.round(value * 10) / 10;
    const sizes =
      mark.text === undefined ? [round(Math.max(mark.w, 0)), round(Math.max(mark.h, 0))] : [undefined, undefined];
    const font = mark.text === undefined ? [] : [`${mark.size}em`, mark.vertical ? "start" : mark.anchor];
    const values = [
      round(mark.x),
      round(mark.y),
      ...sizes,
      mark.fill || "currentColor",
      mark.edge,
      round(mark.opacity * 10) / 10,
      ...font,
    ];
    values.forEach((value, k) => set(element, SVG[k], value));
    set(element, "pointer-events", mark.of && mark.opacity > 0.1 ? undefined : "none");
    if (mark.text !== undefined && element.was.text !== mark.text) element.textContent = element.was.text = mark.text;
    element.of = mark.of;
    if (mark.of && this.blend === 1) set(element, "aria-label", this.exact(mark.of));
  }

  /** What a mark is, with all the digits of its number. */
  exact({ name, value, gaps }) {
    const what = fill(this.data.labels.exact[name], gaps);
    return value === null ? what : `${what} = ${value}`;
  }

  tell(element) {
    if (element && !element.of) return;
    if (this.told) this.told.classList.remove("told");
    this.told = element;
    if (element) element.classList.add("told");
    this.digits.textContent = element ? this.exact(element.of) : this.data.labels.digits;
  }

  marks() {
    return [...this.drawn.values()].filter((element) => element.of);
  }

  /** One of the marks can be reached with Tab, the others from there. */
  reachable() {
    if (this.entry?.isConnected) return;
    this.entry = this.marks()[0];
    if (this.entry) this.entry.setAttribute("tabindex", 0);
  }

  onMark(event) {
    const marks = this.marks();
    const at = marks.indexOf(event.target);
    const to = /^(Arrow(Left|Right))$/.test(event.key) ? undefined : target(event, at, marks.length - 1);
    if (event.key === "Enter" || event.key === " ") this.tell(event.target);
    else if (to === undefined) return;
    else {
      this.entry.setAttribute("tabindex", -1);
      this.entry = marks[to];
      this.entry.setAttribute("tabindex", 0);
      this.entry.focus();
    }
    event.preventDefault();
  }

  /** Left and right step where nothing else wants them: on the stage, or nowhere in particular. */
  onKey(event) {
    const here = event.target === document.body || event.composedPath().includes(this.root);
    const to = /^Arrow(Left|Right)$/.test(event.key) && here ? target(event, this.at, STEPS.length - 1) : undefined;
    if (to === undefined || event.defaultPrevented) return;
    event.preventDefault();
    this.player.go(to);
  }
}

function set(element, name, value) {
  if (element.was[name] === value) return;
  element.was[name] = value;
  if (value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
