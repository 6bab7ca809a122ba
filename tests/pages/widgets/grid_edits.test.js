import assert from "node:assert/strict";
import { test } from "node:test";
import { Edits } from "../../../pages/ui/widgets/grid_edits.js";
import { number } from "../../../pages/ui/widgets/grid_matrix.js";

const table = { words: ["甲", "乙"], of: "", values: "- 0.1\n0.1 -" };

test("edits lie on the server's table until its receipt covers them", () => {
  const edits = new Edits("a");
  edits.add(table, [[0, 1, 0.9]]);
  edits.add(table, [[1, 0, null]]);
  assert.deepEqual(edits.over(table), [
    [null, 0.9],
    [null, null],
  ]);
  edits.confirm("a:1");
  assert.deepEqual(edits.over({ ...table, values: "- 0.4\n0.4 -" }), [
    [null, 0.4],
    [null, null],
  ]);
  edits.confirm("a:2");
  assert.deepEqual(edits.message(), { client: "a", batches: [] });
});

test("numbers go on, and another client's receipt confirms nothing", () => {
  const edits = new Edits("a");
  edits.add(table, [[0, 1, 0.9]]);
  for (const receipt of ["", "b:7", "a:0", "nonsense"]) edits.confirm(receipt);
  edits.confirm("a:1");
  edits.add(table, [[0, 1, 0.8]]);
  assert.deepEqual(edits.message().batches, [{ words: table.words, of: "", edits: [[2, 0, 1, 0.8]] }]);
});

test("cells of one step share a number, and undoing is a step that only the server takes", () => {
  const edits = new Edits("a");
  edits.add(table, [
    [0, 1, 0.9],
    [1, 0, 0.8],
  ]);
  edits.add(table, [["undo"]]);
  assert.deepEqual(edits.message().batches[0].edits, [
    [1, 0, 1, 0.9],
    [1, 1, 0, 0.8],
    [2, "undo"],
  ]);
  assert.deepEqual(edits.over(table)[1], [0.8, null]);
});

test("other words or another table begin a new batch, and edits lie on their own table alone", () => {
  const edits = new Edits("a");
  const other = { words: ["乙"], of: "", values: "1" };
  const exchanged = { ...table, of: "1" };
  edits.add(table, [[0, 1, 0.9]]);
  edits.add(other, [[0, 0, 0.5]]);
  edits.add(exchanged, [[0, 1, 0.7]]);
  assert.equal(edits.message().batches.length, 3);
  assert.deepEqual(edits.over(exchanged)[0], [null, 0.7]);
  assert.deepEqual(edits.over(table)[0], [null, 0.1]);
});

test("an edit outside of a table that became smaller is not drawn", () => {
  const edits = new Edits("a");
  edits.add(table, [
    [1, 1, 0.9],
    [5, 0, 0.9],
  ]);
  assert.deepEqual(edits.over({ ...table, values: "- 0.1" }), [[null, 0.1]]);
});

test("a matrix takes numbers as they are typed, up to its limit", () => {
  const taken = { 1: 1, " -2.5 ": -2.5, "３": 3, "0。5": 0.5, "—4": -4, "1e2": 100, "-1000": -1000 };
  for (const [text, value] of Object.entries(taken)) assert.equal(number(text, 1000), value, text);
  for (const text of ["", " ", "x", "1001", "1,5", "Infinity", "--1"]) assert.equal(number(text, 1000), NaN, text);
});
