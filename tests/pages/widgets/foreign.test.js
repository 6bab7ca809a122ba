import assert from "node:assert/strict";
import { test } from "node:test";
import { byForm, instead } from "../../../pages/ui/widgets/foreign.js";

const ROWS = [
  ["Connecting to Streamlit server", "正在连接服务器", "Connecting to the server"],
  ["File must be {size} or smaller.", "文件不能超过 {size}。", "File must be {size} or smaller."],
];
const KNOWN = byForm(ROWS);

test("Streamlit's words become those of the page's language, from whichever they are in", () => {
  for (const form of ROWS[0]) {
    assert.equal(instead(form, KNOWN, 1), "正在连接服务器");
    assert.equal(instead(form, KNOWN, 2), "Connecting to the server");
  }
  assert.equal(instead("File must be 8.0MB or smaller.", KNOWN, 1), "文件不能超过 8.0MB。");
  assert.equal(instead("文件不能超过 $&。", KNOWN, 2), "File must be $& or smaller.");
});

test("other words stay", () => {
  for (const word of ["", "Connecting", "公园", "File must be", "connecting to streamlit server"])
    assert.equal(instead(word, KNOWN, 1), undefined);
});
