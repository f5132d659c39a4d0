import { type Decimal, readDecimal } from '../../platform/values/money/decimal.ts';
import { type ExactJson, JsonNumber } from './parse-exact-json.ts';
import { elementsOf, type Field, fieldAt, readText } from './payload/payload-fields.ts';
import { ignored, ignoredEvent, readReversal } from './payload/read-money.ts';
import type { PaymentReading } from './payment-provider.ts';
import { aliasesOfIds, amountAt, idAt, moneyFields } from './provider-c-fields.ts';

/** A dispute has few of them. */
const MAX_MOVEMENTS = 20;

/**
 * Reads provider_c's events about a dispute. Money goes when one is created, or later where an inquiry becomes one; it comes back
 * when one is won. Of an inquiry (`warning_*`) none moves.
 */
export function readDispute(payload: ExactJson, type: string): PaymentReading {
  const status = readText(fieldAt(payload, 'data.object.status'));
  switch (type) {
    case 'charge.dispute.created':
      return status?.startsWith('warning_')
        ? ignored('an inquiry is no dispute: no money moves')
        : lost(payload);
    case 'charge.dispute.funds_withdrawn':
      return lost(payload);
    case 'charge.dispute.funds_reinstated':
      return won(payload);
    default:
      return type === 'charge.dispute.closed' && status === 'won' ? won(payload) : ignoredEvent(type);
  }
}

function lost(payload: ExactJson): PaymentReading {
  const fields = moneyFields(payload, idAt(payload, 'data.object.id'), amountAt(payload, 'amount'));
  return readReversal(fields, { eventType: 'dispute', originalAliases: namesOf(payload), cumulative: false });
}

function won(payload: ExactJson): PaymentReading {
  const dispute = idAt(payload, 'data.object.id');
  const fields = moneyFields(payload, dispute, returned(payload) ?? amountAt(payload, 'amount'));
  return readReversal(fields, {
    eventType: 'reinstated',
    originalAliases: namesOf(payload),
    cumulative: false,
    undoes: { kind: 'dispute', reference: readText(dispute) ?? null, ifRecorded: false },
  });
}

function namesOf(payload: ExactJson): string[] {
  return aliasesOfIds(idAt(payload, 'data.object.payment_intent'), idAt(payload, 'data.object.charge'));
}

/** What came back, where that is told in the dispute's currency: it may be a part. */
function returned(payload: ExactJson): Field | undefined {
  const path = 'data.object.balance_transactions';
  const currency = readText(fieldAt(payload, 'data.object.currency'))?.toLowerCase();
  const came = elementsOf(fieldAt(payload, path).value)
    .slice(0, MAX_MOVEMENTS)
    .filter((moved) => readText(fieldAt(moved, 'currency'))?.toLowerCase() === currency)
    .flatMap((moved) => wholeNumber(fieldAt(moved, 'amount')) ?? []);
  const sum = came.reduce((total, amount) => total + amount, 0n);
  return sum > 0n ? { path: `${path}.amount`, value: new JsonNumber(String(sum)) } : undefined;
}

/** Of money that went it is below 0. */
function wholeNumber({ value }: Field): bigint | undefined {
  const decimal: Decimal | undefined = value instanceof JsonNumber ? readDecimal(value.source) : undefined;
  return decimal === undefined || decimal.includes('.') ? undefined : BigInt(decimal);
}
