import type { ExactJson } from './parse-exact-json.ts';
import { type Field, fieldAt, firstField, isObject } from './payload/payload-fields.ts';
import { readIdentifiers } from './payload/read-identifiers.ts';
import { readInstant } from './payload/read-instant.ts';
import { aliasesOf, type MoneyFields } from './payload/read-money.ts';

/** Where provider_c's events hold the fields that every payment and reversal needs. */
export function moneyFields(payload: ExactJson, reference: Field, amount: Field): MoneyFields {
  return {
    reference,
    amount,
    currency: fieldAt(payload, 'data.object.currency'),
    places: placesOf,
    // The time of the event: an intent is created long before it succeeds.
    occurredAt: readInstant(fieldAt(payload, 'created'), 1000),
    identifiers: readIdentifiers(
      fieldAt(payload, 'data.object.metadata'),
      // An invoice's own metadata is usually empty: what the developer set is the subscription's.
      fieldAt(payload, 'data.object.subscription_details.metadata'),
      fieldAt(payload, 'data.object.parent.subscription_details.metadata'),
    ),
  };
}

/** The id at a path, either directly or in the expanded object. */
export function idAt(payload: ExactJson, path: string): Field {
  const field = fieldAt(payload, path);
  return isObject(field.value) ? fieldAt(payload, `${path}.id`) : field;
}

/** The first of these amounts of the event's object. */
export function amountAt(payload: ExactJson, ...names: readonly string[]): Field {
  return firstField(payload, ...names.map((name) => `data.object.${name}`));
}

/** An intent and charges as aliases. */
export function aliasesOfIds(intent: Field, ...charges: readonly Field[]): string[] {
  return [...aliasesOf('payment_intent', intent), ...aliasesOf('charge', ...charges)];
}

/**
 * Decimals of its minor units, by its own rules rather than the standard's: for example, it sends UGX and ISK as if
 * they had two.
 */
function placesOf(currency: string): number {
  if (WITHOUT_DECIMALS.has(currency)) return 0;
  return WITH_THREE_DECIMALS.has(currency) ? 3 : 2;
}

// biome-ignore format: a group a line.
const WITHOUT_DECIMALS = new Set([
  'BIF', 'CLP', 'DJF', 'GNF', 'JPY', 'KMF', 'KRW', 'MGA',
  'PYG', 'RWF', 'VND', 'VUV', 'XAF', 'XOF', 'XPF',
]);
const WITH_THREE_DECIMALS = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);
