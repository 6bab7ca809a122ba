// Put before each component's own script by component.py.

/** An element whose content is text, literally. */
function el(tag, className, attributes = {}, text = "") {
  const element = document.createElement(tag);
  element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}

/** A sentence with its {gaps} filled. */
const fill = (sentence, gaps) => sentence.replace(/\{(\w+)\}/g, (whole, name) => gaps[name] ?? whole);

const between = (value, low, high) => Math.max(low, Math.min(high, value));
