// Copies a text that is not shown, or the page's address.
import { copyButton } from "./copying.js";

export default function mount({ data, parentElement }) {
  copyButton(parentElement, data, () => data.text ?? window.location.href);
}
