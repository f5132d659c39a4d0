import type { ExactJson } from './payload/parse-exact-json.ts';
import { type Field, fieldAt, firstField, isObject } from './payload/payload-fields.ts';
import { readIdentifiers } from './payload/read-identifiers.ts';
import { readInstant } from './payload/read-instant.ts';
import { aliasesOf, type MoneyFields } from './payload/read-money.ts';

/** Where provider_c's events have what every payment and reversal is recorded with. */
export function moneyFields(payload: ExactJson, reference: Field, amount: Field): MoneyFields {
  return {
    reference,
    amount,
    currency: fieldAt(payload, 'data.object.currency'),
    places: placesOf,
    // When the event happened: an intent is made long before it succeeds.
    occurredAt: readInstant(fieldAt(payload, 'created'), 1000),
    identifiers: readIdentifiers(
      fieldAt(payload, 'data.object.metadata'),
      // An invoice's own metadata is mostly empty: what the developer gave is the subscription's.
      fieldAt(payload, 'data.object.subscription_details.metadata'),
      fieldAt(payload, 'data.object.parent.subscription_details.metadata'),
    ),
  };
}

/** The id at a path, which stands there by itself or within the expanded thing. */
export function idAt(payload: ExactJson, path: string): Field {
  const field = fieldAt(payload, path);
  return isObject(field.value) ? fieldAt(payload, `${path}.id`) : field;
}

/** The first of these amounts of the event's object. */
export function amountAt(payload: ExactJson, ...names: readonly string[]): Field {
  return firstField(payload, ...names.map((name) => `data.object.${name}`));
}

/** An intent and a charge as aliases. */
export function aliasesOfIds(intent: Field, ...charges: readonly Field[]): string[] {
  return [...aliasesOf('payment_intent', intent), ...aliasesOf('charge', ...charges)];
}

/**
 * Decimals of its minor units, by its own rules rather than the standard's: it sends UGX and ISK, for one, as if they
 * had two.
 */
function placesOf(currency: string): number {
  if (WITHOUT_DECIMALS.has(currency)) return 0;
  return WITH_THREE_DECIMALS.has(currency) ? 3 : 2;
}

const WITHOUT_DECIMALS = new Set([
  ...['BIF', 'CLP', 'DJF', 'GNF', 'JPY', 'KMF', 'KRW', 'MGA'],
  ...['PYG', 'RWF', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'],
]);
const WITH_THREE_DECIMALS = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);
