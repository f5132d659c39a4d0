/**
 * The known name that someone most likely meant: the same in other letters, a part of it, or off by few characters.
 *
 * @returns undefined if none is near.
 */
export function closestName(given: string, known: readonly string[]): string | undefined {
  const scored = known.map((name) => ({ name, distance: distanceOf(plain(given), plain(name)) }));
  const [best] = scored.toSorted((a, b) => a.distance - b.distance);
  return best && best.distance < 1 ? best.name : undefined;
}

/** Words in lower case: `appId`, `App-Id` and `app_id` are the same. */
function plain(name: string): string {
  return name
    .slice(0, MAX_LENGTH)
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');
}

/** Longer names are a mistake of another kind; comparing costs the product of the lengths. */
const MAX_LENGTH = 40;

/** 0 for the same name, below 1 for a near one. */
function distanceOf(given: string, name: string): number {
  const longest = Math.max(given.length, name.length);
  const edits = Math.min(...ORDERS.map((order) => countEdits(order(given), order(name)))) / longest;
  if (edits <= 0.4) return edits;
  const words = new Set(name.split('_'));
  return given.split('_').some((word) => words.has(word)) ? 0.5 + edits / 2.1 : 1;
}

/** The words as they are, and sorted: `from_date` is `date_from`. */
const ORDERS = [
  (name: string) => name.replaceAll('_', ''),
  (name: string) => name.split('_').sort().join(''),
];

/** Characters to insert, remove or replace (Levenshtein). */
function countEdits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = (row[j] ?? 0) + (b[j] === letter ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
