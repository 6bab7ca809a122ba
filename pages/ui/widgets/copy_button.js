// Copies a text that is not shown.
import { copyButton } from "./copying.js";

export default function mount({ data, parentElement }) {
  copyButton(parentElement, data, () => data.text);
}
