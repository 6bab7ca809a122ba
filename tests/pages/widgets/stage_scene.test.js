import assert from "node:assert/strict";
import { test } from "node:test";
import { clip, heaped, mix, phase, room, scene } from "../../../pages/ui/widgets/stage_scene.js";
import { short } from "../../../pages/ui/widgets/values.js";

// The board example: 吃 asks, 猫 has the score 2, itself is masked, 鱼 has 4; √d_k = 2.
const way = {
  factor: 0.5,
  scaled: [1, 0, 2],
  top: 2,
  exps: [Math.exp(-1), 0, 1],
  total: 1 + Math.exp(-1),
  weights: [0.25, 0, 0.75],
  rest: 0,
  shares: [
    [0.25, 0],
    [2.25, 0],
  ],
  othersWeight: 0,
  othersShare: [0, 0],
  output: [2.5, 0],
  change: [2.5, -1],
};
const board = {
  words: ["猫", "吃", "鱼"],
  places: [1, 2, 3],
  query: "吃",
  chosen: 2,
  mask: [true, false, true],
  q: [2, 0, 2, 0],
  k: [1, 0, 1, 0],
  products: [2, 0, 2, 0],
  scores: [2, 0, 4],
  strips: [0, 2],
  others: 0,
  left: 0,
  values: [
    [1, 0],
    [3, 0],
  ],
  before: [0, 1],
  ways: [way, { ...way, scaled: [2, 0, 4] }],
  signed: ["#4a94c7", "#f7f7f7", "#dd6f52"],
  shades: ["#fdfdf3", "#2f88ba"],
  labels: {
    caption: { scores: "", exps: "", weights: "" },
    rows: { output: "输出", before: "", change: "" },
    others: "{count}",
  },
};
const box = { width: 900, height: 340, em: 16 };
const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-6, `${a} is not ${b}`);

/** The marks of a step at a moment, by name. */
const marks = (step, t, data = board, size = box) =>
  Object.fromEntries(scene(step, t, data, data.ways[0], size).map((mark) => [mark.id, mark]));

test("numbers lie between, heap up, and have four digits", () => {
  assert.deepEqual(mix([0, [2]], [4, [4]], 0.5), [2, [3]]);
  assert.equal(mix(0.1, 0.3, 1), 0.3);
  assert.deepEqual(heaped([2, -1, 3]), [[0, 2], [2, 1], [1, 4]]); // biome-ignore format: pairs
  assert.deepEqual([0, -0, 2, 1.0625, 12345.6, 0.000032964].map(short), [
    "0",
    "0",
    "2",
    "1.063",
    "12350",
    "0.00003296",
  ]);
  assert.deepEqual([-1, 0.25, 0.5, 2].map((t) => phase(t, 0.25, 0.75)), [0, 0, 0.5, 1]); // biome-ignore format: a row
  assert.deepEqual([clip("𠮷野家", 3), clip("𠮷野家吃饭", 3)], ["𠮷野家", "𠮷野…"]);
});

test("bars of both signs have room, and 0 its place", () => {
  assert.deepEqual(room([3, -1], 10, 50), { unit: 10, zero: 40 });
  assert.deepEqual(room([], 0, 10), { unit: 10, zero: 0 });
});

test("the strips begin apart and end one on the other", () => {
  const [first, last] = [marks(0, 0), marks(0, 1)];
  assert.ok(first.k0.y > first.q0.y + 5 * first.q0.h);
  assert.ok(last.k0.y - last.q0.y - last.q0.h < 4);
  assert.equal(last.k0.x, last.q0.x);
});

test("the products fall together into a bar as long as the score", () => {
  const falling = marks(0, 0.93);
  near(falling.f2.y + falling.f2.h, falling.f0.y);
  const last = marks(0, 1);
  near(last.score.h, last.p0.h + last.p2.h);
  assert.equal(last.lscore.text, "q·k = 4");
  assert.deepEqual(last.p2.of, { name: "product", value: 2, gaps: { column: 3, q: 2, k: 1 } });
});

test("the scores shrink by the factor, and a masked one is gone", () => {
  const last = marks(1, 1);
  near(last.b2.h / last.g2.h, way.factor);
  assert.deepEqual([last.b1.h, last.b1.of.name, last.m1.text], [0, "masked", "−∞"]);
  assert.equal(last.v2.text, "2");
});

test("the weights end side by side as one bar of length 1, in the table's colours", () => {
  const { s0, s2, one } = marks(2, 1);
  near(s0.x, one.x);
  near(s0.x + s0.w, s2.x);
  near(s2.x + s2.w, one.x + one.w);
  near(s2.w / one.w, 0.75);
  assert.equal(s2.fill, "rgb(99,165,200)");
  assert.equal(marks(2, 1).s1, undefined);
});

test("words without a bar are the rest of the bar", () => {
  const cut = { ...way, weights: [0.2, 0, 0.7], rest: 0.1 };
  const { rest, one, s2 } = marks(2, 1, { ...board, left: 5, ways: [cut, cut] });
  near(rest.x, s2.x + s2.w);
  near(rest.w / one.w, 0.1);
  assert.deepEqual(rest.of.gaps, { count: 5 });
});

test("the strips are as thick as their weights, and together as thick as the output", () => {
  const thin = marks(3, 0.42);
  near(thin["h1-0"].h / thin["h0-0"].h, 3);
  const joined = marks(3, 0.85);
  const output = joined["output-0"];
  near(joined["j0-0"].y, output.y);
  near(joined["j0-0"].y + joined["j0-0"].h, joined["j1-0"].y);
  near(joined["j1-0"].y + joined["j1-0"].h, output.y + output.h);
  assert.deepEqual(joined["change-1"].of, { name: "change", value: -1, gaps: { column: 2, output: 0, before: 1 } });
});

test("nobody to look at: nothing breaks, nothing has a weight", () => {
  const none = { ...way, exps: [0, 0, 0], total: 0, weights: [0, 0, 0], shares: [], output: [0, 0], change: [0, -1] };
  const alone = { ...board, mask: [false, false, false], strips: [], values: [], ways: [none, none] };
  for (const step of [0, 1, 2, 3]) assert.ok(scene(step, 1, alone, none, box).length);
  assert.equal(marks(2, 1, alone).s0, undefined);
});

/** A row of n words, with vectors of d numbers. */
function large(n, d) {
  const list = (length, of) => Array.from({ length }, (_, k) => of(k));
  const wave = (length, shift) => list(length, (k) => Math.sin(shift + 7 * k));
  const strips = list(Math.min(n, 8), (k) => k);
  const many = {
    ...way,
    scaled: wave(n, 2),
    exps: list(n, (k) => 1 / (k + 1)),
    weights: list(n, () => 0.9 / n),
    rest: 0.1,
    shares: strips.map((k) => wave(d, k)),
    othersWeight: 0.2,
    othersShare: wave(d, 9),
    output: wave(d, 3),
    change: wave(d, 4),
  };
  const row = {
    words: list(n, (k) => "很长很长的一个词".slice(0, 1 + (k % 8))),
    places: list(n, (k) => k + 1),
    mask: list(n, (k) => k % 5 !== 1),
  };
  const vectors = {
    q: wave(d, 0),
    k: wave(d, 1),
    products: wave(d, 2),
    values: strips.map((k) => wave(d, k)),
    before: wave(d, 5),
  };
  return {
    ...board,
    ...row,
    ...vectors,
    chosen: 0,
    scores: wave(n, 1),
    strips,
    others: 9,
    left: 9,
    ways: [many, many],
  };
}

test("everything stands inside the picture, on a phone and on a projector, for few and for many", () => {
  const sizes = [
    { width: 350, height: 350, em: 14 },
    { width: 900, height: 304, em: 16 },
    { width: 1500, height: 640, em: 20 },
  ];
  for (const size of sizes)
    for (const [n, d] of [[1, 1], [2, 64], [32, 4], [32, 64]]) // biome-ignore format: pairs
      for (const step of [0, 1, 2, 3])
        for (const t of [0, 0.3, 0.7, 1])
          for (const mark of scene(step, t, large(n, d), large(n, d).ways[0], size)) {
            const where = `${mark.id} of step ${step}, ${n} words, ${d} columns, ${size.width}, at ${t}: ${mark.x} ${mark.y} ${mark.w} ${mark.h}`;
            assert.ok(mark.x >= 0 && mark.x + (mark.w || 0) <= size.width + 0.01, where);
            assert.ok(mark.y >= 0 && mark.y + (mark.h || 0) <= size.height + 0.01, where);
            assert.ok(mark.h === undefined || mark.h >= 0, where);
          }
});
