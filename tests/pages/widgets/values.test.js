import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { colour, ink } from "../../../pages/ui/widgets/colours.js";
import { fill } from "../../../pages/ui/widgets/dom.js";
import { colours, cycled, parse, show } from "../../../pages/ui/widgets/values.js";

const typed = JSON.parse(readFileSync(new URL("../../hand/typed_values.json", import.meta.url)));
const scale = ["#000000", "#ff8000", "#ffffff"];

test("what may be typed is what Python takes", () => {
  for (const [text, value] of Object.entries(typed.numbers)) assert.equal(parse(text), value, text);
  for (const text of typed.dashes) assert.equal(parse(text), null, JSON.stringify(text));
  for (const text of typed.refused) assert.equal(parse(text), undefined, text);
});

test("a value is shown with three digits at most, and read back", () => {
  assert.deepEqual([null, 0, 0.1, 1 / 3, 1].map(show), ["-", "0", "0.1", "0.333", "1"]);
  for (let k = 0; k <= 1000; k++) assert.equal(parse(show(k / 1000)), k / 1000);
});

test("taps go through the steps and end open", () => {
  const steps = [0.1, 0.5, 0.9];
  assert.deepEqual(
    [null, 0.1, 0.5, 0.9, 0.25].map((value) => cycled(value, steps)),
    [0.1, 0.5, 0.9, null, 0.5],
  );
});

test("colours are mixed between the stops, and end where the scale ends", () => {
  const shares = [-1, 0, 0.25, 0.5, 0.75, 1, 2];
  const mixed = ["0,0,0", "0,0,0", "128,64,0", "255,128,0", "255,192,128", "255,255,255", "255,255,255"];
  assert.deepEqual(
    shares.map((share) => colour(scale, share)),
    mixed.map((rgb) => `rgb(${rgb})`),
  );
});

test("ink is legible on its ground", () => {
  assert.deepEqual([ink(scale, 0), ink(scale, 1)], ["#fff", "#000"]);
  assert.deepEqual(colours(null, scale), ["", ""]);
  assert.deepEqual(colours(1, scale), ["rgb(255,255,255)", "#000"]);
});

test("gaps are filled with literal text, unknown ones stay", () => {
  assert.equal(fill("{a} {b} {a}", { a: "$&{b}" }), "$&{b} {b} $&{b}");
});
