/** What begins a formula in spreadsheets; also as wide as East Asian letters. */
const BEGINS = '=+-@＝＋－＠';
/** What may stand before it, and what an earlier escape left there. */
const PASSED_OVER = /[\s"']/;
/** What may end a cell where commas do not, as in most of Europe: quotes do not hold such a cell together. */
const MAY_END_CELL = ';\t\r\n';
const MAY_BE_FORMULA = new RegExp(`[${BEGINS}]|^["']*[\\t\\r\\n]`);
const BEGINS_BLANK = /^["']*[\t\r\n]/;

/**
 * A text as it is written into a cell of CSV: with an apostrophe before what a spreadsheet would run as a formula, at the
 * beginning and wherever the program may see the beginning of another cell.
 */
export function withoutFormulas(text: string): string {
  if (!MAY_BE_FORMULA.test(text)) return text;
  const places = placesOfFormulas(text);
  return [...places, text.length].map((place, at) => text.slice(places[at - 1] ?? 0, place)).join("'");
}

/** What was written with `withoutFormulas`, as it was before. */
export function withFormulas(text: string): string {
  if (!text.includes("'")) return text;
  const escaped = placesOfFormulas(text).filter((place) => text[place] === "'");
  return [...escaped, text.length]
    .map((place, at) => text.slice(at === 0 ? 0 : (escaped[at - 1] ?? 0) + 1, place))
    .join('');
}

/** Where a cell may begin that is a formula but for what is passed over, in order. */
function placesOfFormulas(text: string): number[] {
  const places: number[] = [];
  let leads = false;
  for (let at = text.length - 1; at >= 0; at--) {
    const char = text.charAt(at);
    leads = BEGINS.includes(char) || (leads && PASSED_OVER.test(char));
    if (leads && at > 0 && MAY_END_CELL.includes(text.charAt(at - 1))) places.push(at);
  }
  if (leads || BEGINS_BLANK.test(text)) places.push(0);
  return places.reverse();
}
