// A button that copies a text, and says for a moment that it has.
import { el } from "./dom.js";

/** text(): what is copied. */
export function copyButton(parent, { label, done, wide }, text) {
  const button =
    parent.querySelector("button") ?? parent.appendChild(el("button", wide ? "wide" : "", { type: "button" }));
  button.textContent = label;
  button.onclick = async () => {
    await copy(text());
    button.textContent = done;
    setTimeout(() => (button.textContent = label), 2000);
  };
}

// Outside of https and localhost there is no clipboard to write to: then a selected text field is copied.
async function copy(text) {
  if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  document.body.appendChild(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
