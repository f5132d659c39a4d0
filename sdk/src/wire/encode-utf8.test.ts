import { describe, expect, test } from 'vitest';
import { encodeUtf8, encodeUtf8ByHand } from './encode-utf8.ts';

const TEXTS = [
  ['nothing', ''],
  ['ASCII', 'a~\u0000\u007f'],
  ['two bytes, from the first to the last', '\u0080é\u07ff'],
  ['three bytes, from the first to the last', '\u0800₦\ud7ff\ue000\uffff'],
  ['four bytes, from the first to the last', '\u{10000}😀\u{10ffff}'],
  ['an emoji of several code points', '👩🏾‍🚀🇳🇬'],
  ['a lone high surrogate', 'a\ud83d'],
  ['a lone low surrogate', '\ude00b'],
  ['surrogates the wrong way round', '\ude00\ud83d'],
  ['two high surrogates and a low one', '\ud83d\ud83d\ude00'],
] as const;

describe('UTF-8', () => {
  test.each(TEXTS)('by hand is what TextEncoder makes of %s', (_name, text) => {
    expect(encodeUtf8ByHand(text)).toEqual(new TextEncoder().encode(text));
    expect(encodeUtf8(text)).toEqual(new TextEncoder().encode(text));
  });

  test('by hand is the same for every UTF-16 code unit', () => {
    for (let unit = 0; unit <= 0xffff; unit++) {
      const text = `${String.fromCharCode(unit)}x`;
      if (Buffer.compare(encodeUtf8ByHand(text), new TextEncoder().encode(text)) !== 0)
        expect.unreachable(`unit ${unit.toString(16)}`);
    }
  });
});
