import { describe, expect, test } from 'vitest';
import { ask, CLICK, click, elsewhere, install, OTHER, SECOND } from '../testing/decision-facts.ts';
import { compareLanguages, languageRarity } from './compare-languages.ts';
import { weighClicks } from './weigh-clicks.ts';

test.each([
  ['de-de', 'de-de', 'same'],
  ['de-de', 'de-at', 'unknown'],
  ['de', 'de-de', 'unknown'],
  ['de-de', 'en-de', 'different'],
  [null, 'de-de', 'unknown'],
  ['de-de', null, 'unknown'],
])('of %s and %s: %s', (a, b, expected) => {
  expect(compareLanguages(a, b)).toBe(expected);
});

const clicksIn = (...languages: readonly (string | null)[]) =>
  languages.map((language) => click('network', { language }));

describe('the rarity of a language', () => {
  test('is that among the clicks from the network, wherever else it is common', () => {
    const town = clicksIn(...Array<string>(95).fill('pt-br'), ...Array<string>(5).fill('en-us'));
    expect(languageRarity('pt-br', town)).toBeLessThan(0.1);
    expect(languageRarity('en-us', town)).toBeGreaterThan(2);
  });

  test('is a usual one where no click shows any', () => {
    expect(languageRarity('sw-ke', [])).toBeCloseTo(-Math.log(0.6));
    expect(languageRarity('sw-ke', clicksIn(null, null))).toBeCloseTo(-Math.log(0.6));
  });

  test('of an install without one is none', () => {
    expect(languageRarity(null, clicksIn('sw-ke'))).toBe(0);
  });
});

describe('of two clicks from one network, likeness', () => {
  const at = { clickedAt: install().installedAt - 90 * SECOND, deviceModel: null, osVersion: null };
  const own = click('network', { ...at, language: 'de-de' });
  const other = click('network', { ...at, ...elsewhere, clickId: OTHER, language: 'tr-tr' });

  test('puts the one in the language of the phone first, which alone is not enough', () => {
    const facts = (language: string | null) => install({ language, storeWord: 'silent' });
    const sharesIn = (language: string | null) =>
      weighClicks(facts(language), [own, other], [own, other]).campaigns.map(({ share, clicks }) => [
        clicks[0]?.candidate.clickId,
        share,
      ]);
    const even = sharesIn(null).map(([, share]) => share);
    expect(even[0]).toBe(even[1]);
    expect(sharesIn('de-de')[0]).toEqual([CLICK, expect.closeTo(0.88, 2)]);
    expect(sharesIn('tr-tr')[0]).toEqual([OTHER, expect.closeTo(0.88, 2)]);
    expect(ask(facts('de-de'), [own, other])).toMatchObject({ model: 'organic', clickId: null });
  });

  test('is surer of one in its language than of one without, and least of one in another', () => {
    const surenessOf = (language: string | null) =>
      ask(install({ language: 'de-de' }), [click('network', { ...at, language })]);
    const odds = [surenessOf('de-de'), surenessOf(null), surenessOf('tr-tr')].map(({ breakdown, model }) =>
      model === 'probabilistic' ? (breakdown.language ?? 0) : -100,
    );
    expect(odds[0]).toBeGreaterThan(odds[1] ?? 0);
    expect(odds[1]).toBeGreaterThan(odds[2] ?? 0);
  });

  test('names the language among its signals where both have it', () => {
    const { clickId, signals } = ask(install({ language: 'de-de' }), [own]);
    expect([clickId, signals]).toEqual([CLICK, ['network', 'language', 'click_time']]);
  });
});
