import assert from "node:assert/strict";
import { test } from "node:test";
import { axes, clock, round } from "../../../pages/ui/widgets/film_curve.js";
import { direction, numbers } from "../../../pages/ui/widgets/film_way_back.js";
import { bytes, floats } from "../../../pages/ui/widgets/values.js";

test("the clock shows 0, 1, 2, 3, 5, 8 … and the last step", () => {
  assert.deepEqual(clock(54), [0, 1, 2, 3, 5, 8, 13, 21, 34, 54]);
  assert.deepEqual(clock(55), [0, 1, 2, 3, 5, 8, 13, 21, 34, 55]);
  assert.deepEqual([clock(0), clock(1), clock(2)], [[0], [0, 1], [0, 1, 2]]);
});

test("numbers on an axis are round and lie between its ends", () => {
  assert.deepEqual(
    round(1.1, 2.2, 4).map(([, text]) => text),
    ["1.5", "2.0"],
  );
  assert.deepEqual(
    round(0, 50, 4).map(([, text]) => text),
    ["0", "20", "40"],
  );
  const fine = round(1.2831, 1.2931, 4);
  assert.deepEqual([fine[0][1], fine.length], ["1.285", 2]);
});

test("each step of the clock is about as far from the next; the floor has room below; no names of steps meet", () => {
  const curves = [
    {
      losses: [
        [0, 2],
        [54, 1],
      ],
    },
    {
      losses: [
        [0, 2],
        [500, 1],
      ],
    },
  ];
  const box = { width: 400, height: 150, em: 12 };
  const { x, y, left, right, above, under, steps } = axes({ curves, floor: 1, top: 2 }, box);
  assert.deepEqual([x(0), x(500), y(2)].map(Math.round), [left, right, above].map(Math.round));
  assert.ok(y(1) < under - 12);
  const late = clock(500)
    .filter((step) => step > 2)
    .map(x);
  const gaps = late.slice(1).map((at, k) => at - late[k]);
  assert.ok(Math.max(...gaps) / Math.min(...gaps) < 2.5);
  assert.equal(steps[steps.length - 1], 500);
  const half = (step) => 0.3 * 12 * String(step).length;
  for (let k = 1; k < steps.length; k++) assert.ok(x(steps[k]) - half(steps[k]) > x(steps[k - 1]) + half(steps[k - 1]));
});

test("the numbers of a cell are those of its step and head; an empty cell has none", () => {
  const data = {
    words: ["a", "b"],
    numbers: [0, 1],
    frameLosses: [2, 1],
    target: [null, 1, 1, null],
    traced: {
      shape: [2, 1, 1],
      sizes: [
        [
          [1, 2],
          [3, 4],
        ],
        [
          [5, 6],
          [7, 8],
        ],
      ],
    },
  };
  const counted = Array.from({ length: 16 }, (_, k) => k);
  const arrays = { weights: [0, 10, 20, 30, 40, 50, 60, 70] };
  for (const name of ["scores", "after", "d_scores", "to_W_Q", "to_W_K"]) arrays[name] = counted;
  assert.equal(numbers(data, arrays, 1, 1, 3), null);
  const found = numbers(data, arrays, 1, 1, 2);
  assert.deepEqual(
    [found.step, found.loss, found.weight, found.score, found.parts, found.all],
    [1, 1, 60, 14, [14, 14], [6, 8]],
  );
  assert.deepEqual([-0.1, 0, 0.1].map(direction), ["up", "none", "down"]);
});

test("what is packed in Python is unpacked here", () => {
  assert.deepEqual([...floats("AACAPwAAAMA=")], [1, -2]);
  assert.deepEqual([...bytes("fwCB")], [127, 0, -127]);
});
