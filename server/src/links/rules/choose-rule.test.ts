import { describe, expect, test } from 'vitest';
import { chooseRule, type RuleFacts } from './choose-rule.ts';
import type { LinkRule } from './rule.ts';

const FACTS: RuleFacts = {
  platform: 'android',
  country: 'KE',
  language: 'pt-br',
  now: 1000,
  visitor: 'someone',
};
const rule = (when: LinkRule['when'], url = 'https://example.com/', weight?: number): LinkRule => ({
  when,
  url,
  ...(weight !== undefined && { weight }),
});

describe('a rule', () => {
  test.each<[LinkRule['when'], Partial<RuleFacts>, boolean]>([
    [{}, {}, true],
    [{ platform: 'android' }, {}, true],
    [{ platform: 'ios' }, {}, false],
    [{ country: 'KE' }, {}, true],
    [{ country: 'NG' }, {}, false],
    [{ country: 'KE' }, { country: null }, false],
    [{ language: 'pt' }, {}, true],
    [{ language: 'pt-br' }, {}, true],
    [{ language: 'pt-br' }, { language: 'pt' }, false],
    [{ language: 'p' }, {}, false],
    [{ language: 'pt' }, { language: null }, false],
    [{ from: 1000 }, {}, true],
    [{ from: 1001 }, {}, false],
    [{ until: 1001 }, {}, true],
    [{ until: 1000 }, {}, false],
    [{ platform: 'android', country: 'KE', language: 'pt', from: 0, until: 2000 }, {}, true],
    [{ platform: 'android', country: 'KE', language: 'en', from: 0, until: 2000 }, {}, false],
  ])('for %j with %j holds: %s', (when, facts, isChosen) => {
    expect(chooseRule([rule(when)], { ...FACTS, ...facts }) !== null).toBe(isChosen);
  });

  test('comes before those after it, unless it has a weight', () => {
    const [a, b] = [rule({}, 'https://a.example/'), rule({}, 'https://b.example/', 5)];
    expect(chooseRule([rule({ platform: 'ios' }), a, b], FACTS)).toEqual({ index: 1, rule: a });
    expect(chooseRule([b, a], FACTS)).toEqual({ index: 0, rule: b });
  });
});

describe('rules with weights', () => {
  const share = (rules: LinkRule[], visitor: number) =>
    chooseRule(rules, { ...FACTS, visitor: `visitor ${visitor}` })?.rule.url;
  const three = rule({}, 'https://a.example/', 3);
  const one = rule({}, 'https://b.example/', 1);

  test('share the visitors by weight', () => {
    const chosen = Array.from({ length: 8000 }, (_, n) => share([three, one], n));
    const toThree = chosen.filter((url) => url === three.url).length;
    expect(toThree).toBeGreaterThan(5850);
    expect(toThree).toBeLessThan(6150);
  });

  test('keep each visitor where they were, whatever else changes', () => {
    const more = [rule({}, 'https://c.example/', 1), rule({ platform: 'ios' }), three, one];
    for (let n = 0; n < 500; n++) {
      const now = share(more, n);
      if (now !== 'https://c.example/') expect(now).toBe(share([three, one], n));
    }
  });
});
