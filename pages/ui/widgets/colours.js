// Colours between the stops of a scale, which are #rrggbb at equal steps.
import { between } from "./dom.js";

/** [red, green, blue], 0 to 255, of a share from 0 to 1; what lies outside has the colour of the end. */
export function mixed(scale, share) {
  const at = between(share, 0, 1) * (scale.length - 1);
  const low = Math.min(Math.floor(at), scale.length - 2);
  const channel = (stop, k) => parseInt(stop.slice(1 + 2 * k, 3 + 2 * k), 16);
  return [0, 1, 2].map((k) => channel(scale[low], k) * (1 - at + low) + channel(scale[low + 1], k) * (at - low));
}

export const colour = (scale, share) => `rgb(${mixed(scale, share).map(Math.round)})`;

/** Black or white, whichever has the stronger contrast to that colour (4.58 or more). */
export function ink(scale, share) {
  const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  const [r, g, b] = mixed(scale, share).map((c) => linear(c / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#000" : "#fff";
}
