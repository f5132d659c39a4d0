/** What may separate the values of a line. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Lines that a report may have above its header: its name, whose it is, for which days. */
const MOST_PREFACE = 30;

/** Where the header of a file is, and what separates its values. */
export interface Header {
  readonly delimiter: Delimiter;
  /** Characters before it. */
  readonly at: number;
}

interface HeadRecord {
  readonly at: number;
  readonly values: readonly string[];
}

/**
 * The record with the most names that the reader knows, the first of several.
 *
 * @param head the beginning of a file.
 * @returns undefined if there is none with any.
 */
export function findHeader(
  head: string,
  delimiters: readonly Delimiter[],
  isKnown: (name: string) => boolean,
): Header | undefined {
  let best: (Header & { readonly known: number }) | undefined;
  for (const delimiter of delimiters) {
    for (const { at, values } of recordsOf(head, delimiter)) {
      const known = new Set(values.filter(isKnown)).size;
      const isBetter = best === undefined || known > best.known || (known === best.known && at < best.at);
      if (known > 0 && isBetter) best = { delimiter, at, known };
    }
  }
  return best;
}

/** What seems to separate the values of a text: what is there most often outside of quotes; undefined for nothing. */
export function delimiterOf(text: string): Delimiter | undefined {
  const counts = DELIMITERS.map((delimiter) => ({
    delimiter,
    count: (recordsOf(text, delimiter)[0]?.values.length ?? 1) - 1,
  }));
  const most = counts.toSorted((one, other) => other.count - one.count)[0];
  return most && most.count > 0 ? most.delimiter : undefined;
}

/** How a message names what separates values. */
export function nameOf(delimiter: Delimiter): string {
  return delimiter === '\t' ? 'tabs' : delimiter;
}

/** The first records, read with indulgence: what stands above a header need not be CSV. */
function recordsOf(text: string, delimiter: Delimiter): HeadRecord[] {
  const records: HeadRecord[] = [];
  let at = 0;
  while (at < text.length && records.length <= MOST_PREFACE) {
    const { values, end } = recordAt(text, at, delimiter);
    records.push({ at, values });
    at = end;
  }
  return records;
}

function recordAt(text: string, start: number, delimiter: Delimiter): { values: string[]; end: number } {
  const values: string[] = [];
  let value = '';
  let isQuoted = false;
  let at = start;
  for (; at < text.length; at++) {
    const char = text.charAt(at);
    if (isQuoted) {
      if (char !== '"') value += char;
      else if (text[at + 1] === '"') value += text.charAt(++at);
      else isQuoted = false;
    } else if (char === '"' && value === '') isQuoted = true;
    else if (char === delimiter) {
      values.push(value);
      value = '';
    } else if (char === '\n' || char === '\r') break;
    else value += char;
  }
  const end = text.startsWith('\r\n', at) ? at + 2 : at + 1;
  return { values: [...values, value], end };
}
