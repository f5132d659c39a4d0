import { expect, test } from 'vitest';
import { firstLanguage } from './first-language.ts';

test.each([
  [undefined, null],
  ['', null],
  ['*', null],
  ['de-AT,de;q=0.9,en;q=0.8', 'de-at'],
  [' PT ', 'pt'],
  ['en;q=0.5,pt-BR', 'pt-br'],
  ['en;q=0.2, sw; q=0.9, fr;q=0.9', 'sw'],
  ['en;q=0, sw;q=0.1', 'sw'],
  ['en;q=0', null],
  ['en;q=x, sw;q=0.1', 'en'],
  ['zh-Hant-TW-x-private', 'zh-hant-tw'],
])('%j asks first for %j', (header, language) => {
  expect(firstLanguage(header)).toBe(language);
});
