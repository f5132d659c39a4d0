/** A stream of numbers determined only by its name: the same on every machine, at any time. */
export interface Random {
  /** From 0 up to 1, without 1. */
  next(): number;
  /** An integer from 0 up to, not including, `limit`. */
  below(limit: number): number;
  /** An integer, both ends included. */
  integer(from: number, to: number): number;
  between(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** One of the items, with a probability proportional to its share. */
  weighted<T extends { readonly share: number }>(items: readonly T[]): T;
  /** A log-normal value: half of all values are below the median. */
  logNormal(median: number, sigma: number): number;
  /** Between two positive values, with every order of magnitude equally likely. */
  logUniform(from: number, to: number): number;
  hex(digits: number): string;
  /** A UUID v4. */
  uuid(): string;
}

/**
 * Opens the stream with that name, such as `randomFor(7, 'person', 12)`; streams with different names are unrelated.
 */
export function randomFor(...name: readonly (string | number)[]): Random {
  const next = sfc32(hashName(name.join('/')));
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const below = (limit: number) => integer(0, limit - 1);
  const hex = (digits: number) => {
    let text = '';
    while (text.length < digits) text += Math.floor(next() * 16).toString(16);
    return text;
  };
  return {
    next,
    below,
    integer,
    hex,
    between: (from, to) => from + next() * (to - from),
    chance: (probability) => next() < probability,
    pick: (items) => at(items, below(items.length)),
    weighted(items) {
      const total = items.reduce((sum, { share }) => sum + share, 0);
      let left = next() * total;
      for (const item of items) {
        left -= item.share;
        if (left < 0) return item;
      }
      return at(items, items.length - 1);
    },
    logNormal: (median, sigma) => median * Math.exp(sigma * standardNormal(next)),
    logUniform: (from, to) => Math.exp(Math.log(from) + next() * (Math.log(to) - Math.log(from))),
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'.charAt(integer(0, 3))}${hex(3)}-${hex(12)}`,
  };
}

function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError('nothing to choose from');
  return item;
}

/** Box-Muller; the second value of the pair is discarded, so that one call always takes two draws. */
function standardNormal(next: () => number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - next()));
  return radius * Math.cos(2 * Math.PI * next());
}

/** Four well-mixed 32-bit words from a text (FNV-1a over four offsets, finished as in MurmurHash3). */
function hashName(name: string): [number, number, number, number] {
  const word = (offset: number) => {
    let hash = offset;
    for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return (hash ^ (hash >>> 16)) >>> 0;
  };
  return [word(0x811c9dc5), word(0x9e3779b9), word(0x243f6a88), word(0xb7e15162)];
}

/** Chris Doty-Humphrey's small fast counting generator, warmed up. */
function sfc32([a, b, c, counter]: [number, number, number, number]): () => number {
  const step = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 12; i++) step();
  return step;
}
