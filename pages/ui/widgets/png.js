// A picture for slides: the SVG is drawn on a canvas by the browser, at three times its size, and saved as PNG. Nothing leaves
// the machine, and the words are drawn with its own fonts.
import { el } from "./dom.js";

const SCALE = 3;

export default function mount({ data, parentElement }) {
  const button =
    parentElement.querySelector("button") ?? parentElement.appendChild(el("button", "png", { type: "button" }));
  button.textContent = data.label;
  button.onclick = () => save(data.svg, data.name);
}

async function save(svg, name) {
  const picture = new Image();
  picture.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = picture.naturalWidth * SCALE;
  canvas.height = picture.naturalHeight * SCALE;
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(picture.src);
  canvas.toBlob((blob) => {
    const link = el("a", "", { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }, "image/png");
}
