import { type Decimal, readDecimal } from '../../money/decimal.ts';
import { type ExactJson, type ExactObject, JsonNumber } from './payload/parse-exact-json.ts';
import { elementsOf, type Field, fieldAt, isGiven, isObject, readText } from './payload/payload-fields.ts';
import { readReversal } from './payload/read-money.ts';
import type { PaymentReading } from './payment-provider.ts';
import { aliasesOfIds, idAt, moneyFields } from './provider-c-fields.ts';

/**
 * Reads provider_c's `charge.refunded`. It comes once for each refund and tells of the charge as it is then: the refund
 * that it announces is the newest of those listed, and its amount is what the charge's total has grown by.
 */
export function readChargeRefund(payload: ExactJson): PaymentReading {
  const charge = fieldAt(payload, 'data.object.id');
  const total = fieldAt(payload, 'data.object.amount_refunded');
  const growth = growthOf(total, fieldAt(payload, 'data.previous_attributes.amount_refunded'));
  const refund = newestRefund(payload, growth);
  const reference = refund ? listed(refund, 'id') : keyOf(charge, total);
  const amount = growth ?? (refund && listed(refund, 'amount'));
  return readReversal(moneyFields(payload, reference, amount ?? total), {
    eventType: isFull(payload, total) ? 'refund' : 'partial_refund',
    originalAliases: aliasesOfIds(idAt(payload, 'data.object.payment_intent'), charge),
    cumulative: amount === undefined,
  });
}

const REFUNDS = 'data.object.refunds.data';

/** @returns undefined where the event does not say what the total was before. */
function growthOf(total: Field, before: Field): Field | undefined {
  if (!isGiven(before)) return undefined;
  const path = `${total.path} less ${before.path}`;
  const now = wholeNumber(total);
  const then = wholeNumber(before);
  if (now === undefined || then === undefined) return { path, value: undefined };
  return { path, value: new JsonNumber(String(now - then)) };
}

/** Refunds of one second are told apart by the amount, else by their order: the list begins with the newest. */
function newestRefund(payload: ExactJson, growth: Field | undefined): ExactObject | undefined {
  const refunds = elementsOf(fieldAt(payload, REFUNDS).value).filter(isObject);
  const latest = refunds.reduce((time, refund) => Math.max(time, createdAt(refund)), 0);
  const newest = refunds.filter((refund) => createdAt(refund) === latest);
  return newest.find((refund) => isSame(wholeNumber(fieldAt(refund, 'amount')), growth)) ?? newest[0];
}

function listed(refund: ExactObject, name: string): Field {
  return { path: `${REFUNDS}.${name}`, value: fieldAt(refund, name).value };
}

function isSame(amount: bigint | undefined, growth: Field | undefined): boolean {
  return amount !== undefined && growth !== undefined && amount === wholeNumber(growth);
}

function createdAt(refund: ExactJson): number {
  const { value } = fieldAt(refund, 'created');
  return value instanceof JsonNumber ? Math.max(0, Number(value.source)) : 0;
}

/** Where the refunds are not listed: the total sets one refund of a charge apart from the next. */
function keyOf(charge: Field, total: Field): Field {
  const id = readText(charge);
  return { path: charge.path, value: id === undefined ? undefined : `${id}:${decimalOf(total)}` };
}

function isFull(payload: ExactJson, total: Field): boolean {
  if (fieldAt(payload, 'data.object.refunded').value === true) return true;
  const charged = wholeNumber(fieldAt(payload, 'data.object.amount'));
  return charged !== undefined && charged === wholeNumber(total);
}

function wholeNumber(field: Field): bigint | undefined {
  const decimal = decimalOf(field);
  return decimal === undefined || decimal.includes('.') ? undefined : BigInt(decimal);
}

function decimalOf({ value }: Field): Decimal | undefined {
  const written = value instanceof JsonNumber ? value.source : value;
  return typeof written === 'string' ? readDecimal(written) : undefined;
}
