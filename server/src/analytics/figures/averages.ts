/** The mean, to the nearest whole number (halves up); 0 of nothing. */
export function wholeMean(sum: number, count: number): number {
  return count === 0 ? 0 : Math.round(sum / count);
}

/** The share in percent, to one decimal (halves up); 0 of nothing. */
export function sharePct(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10;
}
