// Which keys go on in a lesson, and which are meant for something else; the clock.
import assert from "node:assert";
import { test } from "node:test";
import { clock, turned } from "../../../pages/ui/widgets/lesson_strip.js";

const body = { matches: () => false };
const inside = (...selectors) => ({ matches: (asked) => selectors.some((one) => asked.split(", ").includes(one)) });
const pressed = (key, path = [body], at = 2, more = {}) => turned({ key, ...more }, path, at, 7);

test("space, arrows and a remote go on and back, and stop at the ends", () => {
  assert.deepEqual(
    [" ", "ArrowRight", "ArrowDown", "PageDown"].map((key) => pressed(key)),
    [3, 3, 3, 3],
  );
  assert.deepEqual(
    ["ArrowLeft", "ArrowUp", "PageUp"].map((key) => pressed(key)),
    [1, 1, 1],
  );
  assert.deepEqual([pressed("PageDown", [body], 6), pressed("PageUp", [body], 0)], [6, 0]);
  assert.equal(pressed("a"), undefined);
});

test("a key that is meant for something else turns nothing", () => {
  for (const key of [" ", "ArrowRight"]) assert.equal(pressed(key, [inside("input"), body]), undefined);
  assert.equal(pressed("ArrowRight", [inside("[role=tab]"), body]), undefined);
  assert.equal(pressed(" ", [inside("button"), body]), undefined);
  assert.equal(pressed("ArrowRight", [inside("button"), body]), 3);
  assert.equal(pressed("PageDown", [inside("input"), body]), 3);
  assert.equal(pressed("ArrowRight", [body], 2, { altKey: true }), undefined);
  assert.equal(pressed("ArrowRight", [body], 2, { defaultPrevented: true }), undefined);
});

test("the clock counts minutes and seconds, and never backwards", () => {
  assert.deepEqual(
    [clock(0, 0), clock(0, 61_500), clock(0, 40 * 60_000), clock(5000, 0)],
    ["0:00", "1:01", "40:00", "0:00"],
  );
});
