import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { defineRule, type Threshold } from './fraud-rule.ts';
import { FRAUD_RULES } from './fraud-rules.ts';

describe('what a rule may look at is checked by the compiler', () => {
  const rule = { name: 'test', version: 1, score: 50, means: '', cannotSee: '', thresholds: {} } as const;

  test('a rule of the decision sees how the device names itself, and no later token', () => {
    defineRule({
      ...rule,
      runsAt: 'decision',
      findSignals: ({ userAgent, integrity, tokenSeen }) => {
        expectTypeOf(tokenSeen).toEqualTypeOf<null>();
        return userAgent === null && integrity.token === 'failed' ? {} : null;
      },
    });
  });

  test.each(['review', 'both'] as const)('a rule of %s sees only what is still known then', (runsAt) => {
    defineRule({
      ...rule,
      runsAt,
      findSignals: ({ click, deviceInstalls }) =>
        // @ts-expect-error who named the click is known at the decision alone
        click?.namedByStore && deviceInstalls > 1 ? {} : null,
    });
    // @ts-expect-error how the device names itself is known at the decision alone
    defineRule({ ...rule, runsAt, findSignals: ({ userAgent }) => (userAgent === null ? {} : null) });
    expect(FRAUD_RULES.some((known) => known.runsAt === runsAt)).toBe(true);
  });

  test('a rule sees its own thresholds alone', () => {
    const thresholds = { min_devices: { default: 4, min: 2, max: 200 } };
    const few = defineRule({
      ...rule,
      thresholds,
      runsAt: 'both',
      findSignals: ({ deviceInstalls }, { min_devices }) => (deviceInstalls < min_devices ? {} : null),
    });
    expect(few.thresholds.min_devices.default).toBe(4);
    defineRule({
      ...rule,
      thresholds,
      runsAt: 'both',
      // @ts-expect-error it has no threshold of this name
      findSignals: (_facts, { min_clicks }) => (min_clicks ? {} : null),
    });
  });
});

test.each(FRAUD_RULES)('$name says in sentences when it fires and what it cannot see', (rule) => {
  for (const sentence of [rule.means, rule.cannotSee]) expect(sentence).toMatch(/^[A-Z].{20,160}\.$/);
});

test('no two rules have the same name', () => {
  expect(new Set(FRAUD_RULES.map(({ name }) => name)).size).toBe(FRAUD_RULES.length);
});

describe('docs/attribution-truth.md', () => {
  const docs = readFileSync(join(import.meta.dirname, '../../../docs/attribution-truth.md'), 'utf8');
  const rows = docs.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));

  test.each(FRAUD_RULES)('describes $name', ({ name, version, score, runsAt, thresholds }) => {
    const title = version === 1 ? name : `${name} (version ${version})`;
    const defaults = Object.entries<Threshold>(thresholds).map(
      ([each, range]) => `\`${each}\` ${range.default}`,
    );
    const row = rows.find(([, first]) => first === title);
    expect(row?.slice(3, 6)).toEqual([defaults.join(', '), String(score), runsAt]);
  });
});
