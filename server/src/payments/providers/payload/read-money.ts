import { type Decimal, readDecimal } from '../../../platform/values/money/decimal.ts';
import { readCurrencyCode } from '../../../platform/values/money/read-currency-code.ts';
import { JsonNumber } from '../parse-exact-json.ts';
import type {
  IgnoredReading,
  PaidReading,
  PaymentIdentifiers,
  PaymentReading,
  ReversalReading,
} from '../payment-provider.ts';
import { type Field, isGiven, readText } from './payload-fields.ts';

/** The problem with an invalid currency. */
export const NOT_A_CURRENCY = 'must be an ISO 4217 code';
/** The problem with an invalid reference. */
export const NOT_A_REFERENCE = 'must be a string of 1 to 255 characters';

/** Where a payload holds the fields that every payment and reversal needs. */
export interface MoneyFields {
  readonly reference: Field;
  readonly amount: Field;
  readonly currency: Field;
  /** How many decimals the amount's minor units are of, which may depend on the currency; `major` if it is in major units. */
  readonly places: 'major' | number | ((currency: string) => number);
  readonly occurredAt: number | null;
  readonly identifiers: PaymentIdentifiers;
}

/** Reads a payment; PaidReading describes the aliases. */
export function readPayment(fields: MoneyFields, aliases: readonly string[]): PaymentReading {
  const money = readMoney(fields);
  if (money.kind !== 'money') return money;
  const { reference, amount, currency } = money;
  if (currency === null) return problem(fields.currency, NOT_A_CURRENCY);
  const { occurredAt, identifiers } = fields;
  return {
    kind: 'payment',
    eventType: 'payment',
    reference,
    amount,
    currency,
    occurredAt,
    identifiers,
    aliases: [...new Set(aliases)],
  } satisfies PaidReading;
}

type Reversal = Omit<
  ReversalReading,
  'kind' | 'reference' | 'amount' | 'currency' | 'occurredAt' | 'identifiers'
>;

/** Reads a reversal, with or without its own currency. */
export function readReversal(fields: MoneyFields, reversal: Reversal): PaymentReading {
  const money = readMoney(fields);
  if (money.kind !== 'money') return money;
  const { reference, amount, currency } = money;
  const { occurredAt, identifiers } = fields;
  return {
    kind: 'reversal',
    reference,
    amount,
    currency,
    occurredAt,
    identifiers,
    ...reversal,
  } satisfies ReversalReading;
}

/** `kind:name` for each of these that is present and valid as a reference. */
export function aliasesOf(kind: string, ...fields: readonly Field[]): string[] {
  return fields
    .map((field) => readText(field))
    .flatMap((name) => (name === undefined ? [] : `${kind}:${name}`));
}

/** @param reason a sentence for the log of deliveries. */
export function ignored(reason: string): IgnoredReading {
  return { kind: 'ignored', reason };
}

/**
 * What cannot be recorded as it is. The provider gets no error: it would send it again, and in the end nothing more.
 *
 * @param must completes a sentence that starts with the field's name.
 */
export function problem({ path }: Field, must: string): IgnoredReading {
  return ignored(`${path} ${must}`);
}

/** The reading of an event that is neither a payment nor a reversal. */
export function ignoredEvent(event: string | undefined): IgnoredReading {
  // Only what looks like an event name is repeated: this text is stored and shown.
  const named = event !== undefined && /^[\w.:-]{1,64}$/.test(event) ? event : 'the event';
  return ignored(`${named} is neither a payment nor a reversal`);
}

interface Money {
  readonly kind: 'money';
  readonly reference: string;
  readonly amount: Decimal;
  readonly currency: string | null;
}

function readMoney(fields: MoneyFields): Money | IgnoredReading {
  const reference = readText(fields.reference);
  if (reference === undefined) return problem(fields.reference, NOT_A_REFERENCE);
  const currency = readCurrency(fields.currency);
  if (currency === undefined) return problem(fields.currency, NOT_A_CURRENCY);
  const places = placesOf(fields, currency);
  if (places === undefined) return problem(fields.currency, NOT_A_CURRENCY);
  const amount = readAmount(fields.amount, places);
  if (amount === undefined) return problem(fields.amount, 'must be a number of 0 or more, below 1e15');
  if (hasFraction(amount, places)) return problem(fields.amount, 'must be a whole number of minor units');
  if (amount === '0') return ignored(`${fields.amount.path} is 0`);
  return { kind: 'money', reference, amount, currency };
}

/** @returns null if it is missing, undefined if it is invalid. */
function readCurrency(field: Field): string | null | undefined {
  if (!isGiven(field)) return null;
  return readCurrencyCode(readText(field, 3));
}

function placesOf({ places }: MoneyFields, currency: string | null): 'major' | number | undefined {
  if (typeof places !== 'function') return places;
  return currency === null ? undefined : places(currency);
}

function readAmount({ value }: Field, places: 'major' | number): Decimal | undefined {
  const written = value instanceof JsonNumber ? value.source : value;
  return typeof written === 'string' ? readDecimal(written, places === 'major' ? 0 : places) : undefined;
}

/** Whether an amount that was told in minor units is no whole number of them: then it was not told in minor units. */
function hasFraction(amount: Decimal, places: 'major' | number): boolean {
  const [, decimals = ''] = amount.split('.');
  return places !== 'major' && decimals.length > places;
}
