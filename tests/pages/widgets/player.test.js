import assert from "node:assert/strict";
import { test } from "node:test";
import { bend, curves } from "../../../pages/ui/widgets/curves.js";
import { target } from "../../../pages/ui/widgets/dom.js";
import { Reel } from "../../../pages/ui/widgets/player.js";

function reel(count, at) {
  const made = new Reel();
  made.resize(count);
  made.go(at);
  return made;
}

test("it plays to the end and stops there; then it begins again", () => {
  const film = reel(3, 1);
  film.play();
  film.tick();
  assert.deepEqual({ ...film }, { at: 2, count: 3, playing: false, open: false });
  film.play();
  assert.deepEqual({ ...film }, { at: 0, count: 3, playing: true, open: false });
});

test("a step by hand ends the playing and stays within", () => {
  const film = reel(3, 0);
  film.play();
  film.go(9);
  assert.deepEqual({ ...film }, { at: 2, count: 3, playing: false, open: false });
  film.go(-1);
  assert.equal(film.at, 0);
});

test("who rests at the end follows new steps, who looks at another or plays does not", () => {
  const [resting, looking, playing] = [reel(3, 2), reel(3, 1), reel(3, 2)];
  playing.play();
  for (const film of [resting, looking, playing]) film.resize(5);
  assert.deepEqual([resting.at, looking.at, playing.at, playing.playing], [4, 1, 0, true]);
  looking.resize(1);
  assert.equal(looking.at, 0);
});

test("one step is nothing to play", () => {
  const film = reel(1, 0);
  film.play();
  assert.equal(film.playing, false);
});

test("curves: none that is too faint or yet to come, the chosen word's and the strong ones last", () => {
  const weights = [
    [0.9, 0.1],
    [0.4, 0.6],
    [1, 0],
  ];
  const drawn = curves(weights, 1, 0.2).map(({ from, to, chosen }) => [from, to, chosen]);
  assert.deepEqual(drawn, [
    [0, 0, false],
    [0, 1, true],
    [1, 1, true],
  ]);
  assert.equal(bend(1, 5, 100), "M1,0 C1,50 5,50 5,100");
});

test("arrow keys lead to the neighbour, not beyond the ends, and not with another key held", () => {
  assert.deepEqual(
    ["ArrowRight", "ArrowUp", "Home", "End", "x"].map((key) => target({ key }, 1, 3)),
    [2, 0, 0, 3, undefined],
  );
  assert.deepEqual([target({ key: "ArrowRight" }, 3, 3), target({ key: "ArrowLeft" }, 0, 3)], [3, 0]);
  assert.equal(target({ key: "ArrowRight", ctrlKey: true }, 1, 3), undefined);
});

test("where more is to come, the end is waited at", () => {
  const film = reel(2, 0);
  film.open = true;
  film.play();
  film.tick();
  film.tick();
  assert.deepEqual([film.at, film.playing], [1, true]);
  film.resize(3);
  film.tick();
  film.open = false;
  film.tick();
  assert.deepEqual([film.at, film.playing], [2, false]);
});
