import { type ExactJson, type ExactObject, JsonNumber } from './parse-exact-json.ts';
import { hashAsReference } from './payload/hash-as-reference.ts';
import { elementsOf, type Field, fieldAt, isGiven, isObject, readText } from './payload/payload-fields.ts';
import { ignored, ignoredEvent, readReversal } from './payload/read-money.ts';
import type { PaymentReading } from './payment-provider.ts';
import { aliasesOfIds, amountAt, idAt, moneyFields } from './provider-c-fields.ts';

/**
 * Reads provider_c's `charge.refunded`. It is sent once per refund with the charge's current state. Its total alone says how
 * much is new, since events come in any order and are sent again; the newest of the refunds that it lists gives the name.
 */
export function readChargeRefund(payload: ExactJson, rawBody: Uint8Array): PaymentReading {
  const charge = fieldAt(payload, 'data.object.id');
  const total = amountAt(payload, 'amount_refunded');
  const refund = newestRefund(payload);
  const event = fieldAt(payload, 'id');
  const toldBy = readText(event) ?? readText(hashAsReference(event, rawBody)) ?? '';
  return readReversal(moneyFields(payload, refund ?? keyOf(charge, total), total), {
    eventType: isFull(payload, total) ? 'refund' : 'partial_refund',
    originalAliases: aliasesOfIds(idAt(payload, 'data.object.payment_intent'), charge),
    cumulative: true,
    charge: readText(charge),
    toldBy,
  });
}

/** States in which a refund's money is with the merchant again. */
const UNDONE = ['failed', 'canceled'];

/** Reads an event about a refund: one that failed gives its money back; charge.refunded tells the others. */
export function readRefundState(payload: ExactJson, type: string): PaymentReading {
  const status = readText(fieldAt(payload, 'data.object.status'));
  if (!UNDONE.includes(status ?? (type === 'refund.failed' ? 'failed' : ''))) return ignoredEvent(type);
  const refund = idAt(payload, 'data.object.id');
  const charge = idAt(payload, 'data.object.charge');
  const intent = idAt(payload, 'data.object.payment_intent');
  if (!isGiven(charge) && !isGiven(intent)) return ignored('it names neither a payment_intent nor a charge');
  return readReversal(moneyFields(payload, refund, amountAt(payload, 'amount')), {
    eventType: 'reinstated',
    originalAliases: aliasesOfIds(intent, charge),
    cumulative: false,
    charge: readText(charge),
    undoes: { kind: 'refund', reference: readText(refund) ?? null, ifRecorded: false },
  });
}

const REFUNDS = 'data.object.refunds.data';

/** The id of the newest: the list starts with it, but need not. Undefined if none is listed. */
function newestRefund(payload: ExactJson): Field | undefined {
  const refunds = elementsOf(fieldAt(payload, REFUNDS).value).filter(isObject);
  const latest = refunds.reduce((time, refund) => Math.max(time, createdAt(refund)), 0);
  const newest: ExactObject | undefined = refunds.find((refund) => createdAt(refund) === latest);
  const id = newest && fieldAt(newest, 'id');
  return id && readText(id) !== undefined ? { ...id, path: `${REFUNDS}.id` } : undefined;
}

function createdAt(refund: ExactJson): number {
  const { value } = fieldAt(refund, 'created');
  return value instanceof JsonNumber ? Math.max(0, Number(value.source)) : 0;
}

/** If the refunds are not listed, the total distinguishes one refund of a charge from the next. */
function keyOf(charge: Field, total: Field): Field {
  const id = readText(charge);
  return { path: charge.path, value: id === undefined ? undefined : `${id}:${readText(total)}` };
}

function isFull(payload: ExactJson, total: Field): boolean {
  if (fieldAt(payload, 'data.object.refunded').value === true) return true;
  const charged = readText(fieldAt(payload, 'data.object.amount'));
  return charged !== undefined && charged === readText(total);
}
