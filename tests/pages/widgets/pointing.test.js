import assert from "node:assert/strict";
import { test } from "node:test";
import { rowAt } from "../../../pages/ui/widgets/pointing.js";

test("the row under a pointer, none beside the cells", () => {
  assert.deepEqual(
    [25, 26, 26.9, 27, 35.9, 36].map((y) => rowAt(y, 26, 10, 10)),
    [null, 0, 0, 1, 9, null],
  );
});

test("a row under the mouse goes before the one that was chosen, and each change is told once", async () => {
  let told = 0;
  globalThis.document = new EventTarget();
  const { lit, onPoint, passing, point } = await import("../../../pages/ui/widgets/pointing.js");
  onPoint({ isConnected: true }, () => told++);
  const gone = { isConnected: false };
  onPoint(gone, () => assert.fail("it is not on the page"));
  point({ fixed: 2 });
  point({ fixed: 2 });
  assert.deepEqual([lit(), passing(), told], [2, false, 1]);
  point({ hover: 0 });
  assert.deepEqual([lit(), passing(), told], [0, true, 2]);
  point({ hover: null });
  assert.deepEqual([lit(), told], [2, 3]);
});
