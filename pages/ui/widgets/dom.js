// Elements, and sentences for them. A word goes in as text or attribute, never as markup.

/** An element whose content is text, literally. */
export function el(tag, className, attributes = {}, text = "") {
  const element = document.createElement(tag);
  element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}

/** An empty element at the end of `parent`. */
export const part = (tag, className, parent) => parent.appendChild(el(tag, className));

/** An SVG element at the end of `parent`. */
export function vector(tag, attributes, parent) {
  const made = parent.appendChild(document.createElementNS("http://www.w3.org/2000/svg", tag));
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** A sentence with its {gaps} filled. */
export const fill = (sentence, gaps) => sentence.replace(/\{(\w+)\}/g, (whole, name) => gaps[name] ?? whole);

export const between = (value, low, high) => Math.max(low, Math.min(high, value));

/** Where an arrow key, Home or End leads from the `at`-th of several in a row; undefined for other keys. */
export function target({ key, ctrlKey, metaKey, altKey }, at, last) {
  const keys = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: last };
  return key in keys && !(ctrlKey || metaKey || altKey) ? between(keys[key], 0, last) : undefined;
}
