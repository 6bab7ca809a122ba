// Copies a text that is not shown.
import { copy } from "./copying.js";
import { el } from "./dom.js";

export default function mount({ data, parentElement }) {
  const button =
    parentElement.querySelector("button") ?? parentElement.appendChild(el("button", "", { type: "button" }));
  button.textContent = data.label;
  button.onclick = async () => {
    await copy(data.text);
    button.textContent = data.done;
    setTimeout(() => (button.textContent = data.label), 2000);
  };
}
