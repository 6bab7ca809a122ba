// Plays what goes step by step: a button, a slider, where wanted buttons for one step, and a sentence for the step that is shown.
import { between, el } from "./dom.js";

/** Where it stands: at one of `count` steps, and whether it goes on by itself. open: more steps are to come, it waits for them. */
export class Reel {
  constructor() {
    Object.assign(this, { at: 0, count: 1, playing: false, open: false });
  }

  get atEnd() {
    return this.at >= this.count - 1;
  }

  go(to) {
    this.at = between(to, 0, this.count - 1);
    this.playing = false;
  }

  play() {
    if (this.atEnd) this.at = 0;
    this.playing = this.count > 1 || this.open;
  }

  tick() {
    this.at = between(this.at + 1, 0, this.count - 1);
    this.playing = this.open || !this.atEnd;
  }

  /** Steps come and go. Who rests at the end stays at the end. */
  resize(count) {
    const follows = this.atEnd && !this.playing;
    this.count = count;
    this.at = follows ? count - 1 : Math.min(this.at, count - 1);
  }
}

export class Player {
  /**
   * bar: where the buttons go. readout: where the sentence stands. draw(at): draws that step and returns its sentence.
   * ms: from one step to the next. single: with buttons for one step. aloud: few and slow, each step is read aloud on the way, too.
   */
  constructor(bar, readout, { draw, ms, single = false, aloud = false }) {
    Object.assign(this, { reel: new Reel(), readout, draw, ms, aloud, timer: 0 });
    const button = (name, act) => {
      const made = bar.appendChild(el("button", name, { type: "button" }));
      made.addEventListener("click", act);
      return [name, made];
    };
    const play = ["play", () => this.act((reel) => (reel.playing ? reel.go(reel.at) : reel.play()))];
    const steps = [["back", () => this.go(this.reel.at - 1)], play, ["forward", () => this.go(this.reel.at + 1)]];
    this.buttons = Object.fromEntries((single ? steps : [play]).map((one) => button(...one)));
    this.slider = bar.appendChild(el("input", "slider", { type: "range", min: 0 }));
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
  }

  go(to) {
    this.act((reel) => reel.go(to));
  }

  /** labels: play, pause, slider, and back, forward. live: steps still come in by themselves. */
  update({ labels, count, live = false }) {
    Object.assign(this, { labels, live });
    this.reel.open = live;
    this.act((reel) => reel.resize(count));
  }

  play() {
    this.act((reel) => reel.play());
  }

  /** So many milliseconds from one step to the next, from now on. */
  pace(ms) {
    this.ms = ms;
    clearInterval(this.timer);
    this.timer = 0;
    if (this.labels) this.act(() => {});
  }

  act(change) {
    change(this.reel);
    const { playing } = this.reel;
    if (playing && !this.timer) this.timer = setInterval(() => this.tick(), this.ms);
    if (!playing) {
      clearInterval(this.timer);
      this.timer = 0;
    }
    this.paint();
  }

  tick() {
    if (this.slider.isConnected) this.act((reel) => reel.tick());
    else clearInterval(this.timer);
  }

  paint() {
    const { reel, labels, slider, readout } = this;
    const { play, back, forward } = this.buttons;
    const text = this.draw(reel.at);
    for (const [name, button] of Object.entries(this.buttons)) button.textContent = labels[name];
    if (reel.playing) play.textContent = labels.pause;
    play.disabled = slider.disabled = reel.count < 2;
    if (back) [back.disabled, forward.disabled] = [reel.at === 0, reel.atEnd];
    slider.max = reel.count - 1;
    slider.value = reel.at;
    slider.setAttribute("aria-label", labels.slider);
    slider.setAttribute("aria-valuetext", text);
    const passing = (reel.playing && !this.aloud) || this.live; // read aloud is where it stops, not every step on the way
    const live = passing ? "off" : "polite";
    if (readout.textContent === text && readout.getAttribute("aria-live") === live) return;
    readout.setAttribute("aria-live", live);
    readout.textContent = text;
  }
}
