// Curves from the words of one line to those of the line below it.

/** From x = `from` at the top to x = `to` at the bottom, upright at both ends. */
export const bend = (from, to, height) => `M${from},0 C${from},${height / 2} ${to},${height / 2} ${to},${height}`;

/**
 * weights (m, n): how much each of m words below counts each of n above. Curves of the words up to `at` that are not too faint, in
 * the order in which they are drawn: those of `at` itself, and the strong ones, in front.
 */
export function curves(weights, at, faintest) {
  const all = weights
    .slice(0, at + 1)
    .flatMap((row, to) => row.map((weight, from) => ({ from, to, weight, chosen: to === at })));
  return all.filter(({ weight }) => weight >= faintest).sort((a, b) => a.chosen - b.chosen || a.weight - b.weight);
}
