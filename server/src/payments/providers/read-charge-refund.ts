import { type Decimal, readDecimal } from '../../money/decimal.ts';
import { type ExactJson, type ExactObject, JsonNumber } from './parse-exact-json.ts';
import { elementsOf, type Field, fieldAt, isGiven, isObject, readText } from './payload/payload-fields.ts';
import { readReversal } from './payload/read-money.ts';
import type { PaymentReading } from './payment-provider.ts';
import { aliasesOfIds, idAt, moneyFields } from './provider-c-fields.ts';

/**
 * Reads provider_c's `charge.refunded`. It is sent once per refund with the charge's current state: the new refund is
 * the newest of those listed, and its amount is the increase of the charge's total.
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

/** @returns undefined if the event does not contain the previous total. */
function growthOf(total: Field, before: Field): Field | undefined {
  if (!isGiven(before)) return undefined;
  const path = `${total.path} less ${before.path}`;
  const now = wholeNumber(total);
  const then = wholeNumber(before);
  if (now === undefined || then === undefined) return { path, value: undefined };
  return { path, value: new JsonNumber(String(now - then)) };
}

/** Refunds of the same second are distinguished by amount, else by order: the list starts with the newest. */
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

/** If the refunds are not listed, the total distinguishes one refund of a charge from the next. */
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
