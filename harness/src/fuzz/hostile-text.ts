import type { Random } from '@tributary/server/testing/random';

/** Inputs that are known to make parsers of headers, queries and user agents slow or wrong. */
const PIECES = [
  ',',
  ' ',
  '&',
  '=',
  ';',
  '%',
  '%25',
  '%00',
  '/',
  '.',
  '+',
  '-',
  '(',
  ')',
  '[',
  '"',
  '\\',
  '?',
  '#',
  ':',
  '*',
  "'",
  'a',
  '0',
  'x=',
  'a=b&',
  'a,',
  ', ',
  'q=0.1,',
  'text/csv;q=0.1,',
  '*/*,',
  'gzip,',
  'Bearer ',
  'a.',
  '..',
  '../',
  'Mozilla/5.0 (',
  'Android 10; K) ',
  'Build/',
  'bot',
  'slug=',
  'click_id=',
  'referrer=',
  '127.0.0.1,',
  '::1,',
  '__proto__',
  'constructor',
  'null',
  'true',
  'NaN',
  '-1',
  '1e999',
  '9007199254740993',
  'svc_',
];

/** Printable ASCII of about that length: one piece repeated, or many. */
export function hostileText(random: Random, length: number): string {
  const one = random.pick(PIECES);
  const lone = random.chance(0.6);
  let text = random.pick(['', random.pick(PIECES)]);
  while (text.length < length) text += lone ? one : random.pick(PIECES);
  return text.slice(0, length);
}

/** Mostly short, occasionally as long as a header may be. */
export function hostileLength(random: Random): number {
  return Math.floor(random.logUniform(1, 12_000));
}
