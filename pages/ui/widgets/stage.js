// The stage of the four steps: it moves from step to step, its ÷√d_k is switched, and a click tells the exact digits, all in the
// browser. With reduced motion each step stands still at its end; on paper all four do.
import { el, fill, part, target } from "./dom.js";
import { Player } from "./player.js";
import { Picture } from "./stage_picture.js";
import { mix, scene } from "./stage_scene.js";

export default function mount({ data, parentElement }) {
  parentElement.stage = parentElement.stage || new Stage(parentElement);
  parentElement.stage.update(data);
}

const STEP_MS = 3600;
const REST_MS = 2600;
const SWITCH_MS = 700;
const STEPS = ["one", "two", "three", "four"];

class Stage {
  constructor(parent) {
    Object.assign(this, { t: 1, blend: 1, way: 0 });
    this.root = part("div", "stage", parent);
    const bar = part("div", "bar", this.root);
    const tell = (of) => (this.digits.textContent = of ? this.exact(of) : this.data.labels.digits);
    this.picture = new Picture(this.root, { exact: (of) => this.exact(of), tell });
    const readout = part("p", "readout", this.root);
    const draw = (at) => this.turn(at);
    this.player = new Player(bar, readout, { draw, ms: STEP_MS + REST_MS, single: true, aloud: true });
    this.player.reel.count = STEPS.length;
    const tabs = part("div", "tabs", bar);
    this.tabs = STEPS.map((_, k) => tabs.appendChild(button("tab", () => this.replay(k))));
    this.scale = bar.appendChild(button("scale", () => this.switch()));
    this.scale.setAttribute("role", "switch");
    this.digits = this.root.appendChild(el("p", "digits", { "aria-live": "polite" }));
    this.note = part("p", "note", this.root);
    this.paper = part("div", "paper", this.root);
    new ResizeObserver(() => this.measure()).observe(this.picture.svg);
    this.listen(document, "keydown", (event) => this.onKey(event));
    this.listen(window, "beforeprint", () => this.print());
    this.listen(window, "afterprint", () => this.paper.replaceChildren());
  }

  /** For as long as the stage is there. */
  listen(where, name, act) {
    const heard = (event) => (this.root.isConnected ? act(event) : where.removeEventListener(name, heard));
    where.addEventListener(name, heard);
  }

  /** Other switches for the same words: the numbers move over. Anything else: the step begins anew. The same again: nothing. */
  update(data) {
    const all = JSON.stringify(data);
    if (all === this.all) return;
    this.all = all;
    const about = (one) =>
      JSON.stringify([one.words, one.places, one.pair, one.strips, one.q.length, one.before.length]);
    const same = this.data && about(this.data) === about(data);
    const old = same && this.now;
    Object.assign(this, { data, way: 0 });
    if (!same) this.at = undefined;
    const { labels, note, idle } = data;
    this.tabs.forEach((tab, k) => (tab.textContent = labels.steps[STEPS[k]]));
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", labels.title);
    this.picture.svg.setAttribute("aria-label", labels.picture);
    this.note.textContent = note;
    Object.assign(this.scale, { textContent: labels.scale, disabled: Boolean(idle), title: idle });
    this.picture.ask();
    this.move(old);
    this.player.update({ labels, count: STEPS.length });
  }

  /** The numbers of the way that is shown; on the way to them, what lies between. */
  get now() {
    const to = this.data.ways[this.way];
    if (this.blend === 1) return to;
    const names = Object.keys(to).filter((name) => name !== "sentences" && name !== "scale");
    return { ...to, ...Object.fromEntries(names.map((name) => [name, mix(this.from[name], to[name], this.blend)])) };
  }

  /** The step's sentence. A step that was not there before begins; a pause holds it where it is. */
  turn(at) {
    const { playing } = this.player.reel;
    const halted = this.playing && !playing;
    this.playing = playing;
    if (at !== this.at) {
      Object.assign(this, { at, t: 0, running: true });
      this.picture.clear();
      this.picture.ask();
    } else if (halted) this.running = false;
    else if (playing) this.running = true;
    this.tabs.forEach((tab, k) =>
      k === at ? tab.setAttribute("aria-current", "step") : tab.removeAttribute("aria-current"),
    );
    this.go();
    return this.data.ways[this.way].sentences[at];
  }

  replay(at) {
    if (at === this.at) Object.assign(this, { t: 0, running: true, playing: false });
    this.player.go(at);
  }

  switch() {
    const old = this.now;
    this.way = 1 - this.way;
    this.move(old);
    this.picture.ask();
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
    const { width, height } = this.picture.svg.getBoundingClientRect();
    if (!width) return;
    this.box = { width, height, em: Number.parseFloat(getComputedStyle(this.picture.svg).fontSize) };
    this.paint();
  }

  paint() {
    if (!this.box || this.at === undefined) return;
    this.picture.draw(scene(this.at, this.t, this.data, this.now, this.box), this.box, this.moves());
  }

  /** What a mark is, with all the digits of its number. */
  exact({ name, value, gaps }) {
    const what = fill(this.data.labels.exact[name], gaps);
    return value === null ? what : `${what} = ${value}`;
  }

  /** All four steps at their ends, each with its sentence. */
  print() {
    if (!this.box) return;
    this.paper.replaceChildren();
    this.data.ways[this.way].sentences.forEach((sentence, k) => {
      const still = new Picture(this.paper, { exact: (of) => this.exact(of) });
      still.draw(scene(k, 1, this.data, this.data.ways[this.way], this.box), this.box);
      this.paper.append(el("p", "", {}, sentence));
    });
  }

  /** Left and right lead from step to step where nothing else wants them: on the stage, or nowhere in particular. */
  onKey(event) {
    const here = event.target === document.body || event.composedPath().includes(this.root);
    const sideways = event.key === "ArrowLeft" || event.key === "ArrowRight";
    const to = here && sideways && !event.defaultPrevented ? target(event, this.at, STEPS.length - 1) : undefined;
    if (to === undefined) return;
    event.preventDefault();
    this.player.go(to);
  }
}

function button(name, act) {
  const made = el("button", name, { type: "button" });
  made.addEventListener("click", act);
  return made;
}
