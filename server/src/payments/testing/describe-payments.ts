import fc from 'fast-check';
import { readDecimal } from '../../platform/values/money/decimal.ts';
import { PROVIDERS, type ProviderName } from '../providers/providers.ts';
import type { PaymentStory, Reversed } from './payment-story.ts';

/** Currencies with their customary decimals. */
const CURRENCIES = { NGN: 2, USD: 2, KWD: 3, XOF: 0 } as const;

const aStory = fc.record({
  provider: fc.constantFrom(...PROVIDERS.map(({ name }) => name)),
  currency: fc.constantFrom(...(Object.keys(CURRENCIES) as (keyof typeof CURRENCIES)[])),
  minor: fc.integer({ min: 100, max: 99_999_999 }),
  minutes: fc.integer({ min: 0, max: 600 }),
  listsRefunds: fc.boolean(),
  reversals: fc.array(
    fc.record({
      type: fc.constantFrom('refund', 'partial_refund', 'chargeback', 'dispute'),
      /** More than 100 is an over-refund. */
      pct: fc.integer({ min: 1, max: 110 }),
      isUndone: fc.constantFrom(true, false, false, false),
    }),
    { maxLength: 3 },
  ),
});
type Drawn = typeof aStory extends fc.Arbitrary<infer T> ? T : never;

/**
 * Generates payments and their reversals from a seed: the same seed and count always give the same ones.
 *
 * @param from Unix ms of the earliest payment; the others follow within ten hours.
 * @param metadataOf the ids of the device that makes the payment with this number, if any.
 */
export function describePayments(
  { seed, count, from }: { readonly seed: number; readonly count: number; readonly from: number },
  metadataOf: (index: number) => Readonly<Record<string, string>> | undefined = () => undefined,
): PaymentStory[] {
  return fc.sample(aStory, { seed, numRuns: count }).map((drawn, index) => {
    const metadata = metadataOf(index);
    return {
      provider: drawn.provider,
      currency: drawn.currency,
      key: `${seed}-${index}`,
      at: from + drawn.minutes * 60_000,
      listsRefunds: drawn.listsRefunds,
      amount: major(drawn, drawn.minor),
      reversals: reversalsOf(drawn),
      ...(metadata && { metadata }),
    };
  });
}

/** What each provider supports: provider_c never refunds more than was paid. */
function reversalsOf(drawn: Drawn): Reversed[] {
  let left = drawn.provider === 'provider_c' ? drawn.minor : Number.POSITIVE_INFINITY;
  const reversals: Reversed[] = [];
  for (const { type, pct, isUndone } of drawn.reversals) {
    const minor = Math.max(1, Math.floor((drawn.minor * pct) / 100));
    const known = typeFor(drawn.provider, type);
    if (known !== 'dispute' && minor > left) continue;
    if (known !== 'dispute') left -= minor;
    reversals.push({ type: known, amount: major(drawn, minor), ...(isUndone && { isUndone }) });
  }
  return reversals;
}

function typeFor(provider: ProviderName, type: Reversed['type']): Reversed['type'] {
  if (provider === 'generic') return type;
  return provider === 'provider_c' && type === 'dispute' ? type : 'refund';
}

/** provider_a supports only hundredths. */
function major({ provider, currency }: Drawn, minor: number): string {
  const places = provider === 'provider_a' ? Math.min(2, CURRENCIES[currency]) : CURRENCIES[currency];
  return readDecimal(String(minor), places) ?? '0';
}
