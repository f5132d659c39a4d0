/** Whole Unix seconds of a moment in Unix ms. */
export function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}
