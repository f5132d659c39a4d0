import type { ExactJson } from './parse-exact-json.ts';
import { hashAsReference } from './payload/hash-as-reference.ts';
import { type Field, fieldAt, firstField, isGiven, readText } from './payload/payload-fields.ts';
import { readIdentifiers } from './payload/read-identifiers.ts';
import { readInstant } from './payload/read-instant.ts';
import {
  aliasesOf,
  ignored,
  ignoredEvent,
  type MoneyFields,
  readPayment,
  readReversal,
} from './payload/read-money.ts';
import type { PaymentProvider, PaymentReading } from './payment-provider.ts';
import { verifyBodyDigest } from './signatures/verify-body-digest.ts';
import { verifyGivenHeaders } from './signatures/verify-given-headers.ts';

/** Minor units are hundredths for every currency, even those without decimals. */
const PLACES = 2;

/**
 * Disputes are ignored, also those that are won: no money moves until one is lost, and then it arrives as a refund. Most refunds
 * that fail never were processed: only of one that is recorded something comes back.
 */
export const providerA = {
  name: 'provider_a',
  secret: 'given',
  verify(delivery, secret) {
    const digest = (header: string) => verifyBodyDigest(delivery, header, 'sha512', secret);
    return verifyGivenHeaders(delivery, {
      'x-provider-a-signature': digest,
      'x-paystack-signature': digest,
    });
  },
  read(payload, rawBody) {
    const event = readText(fieldAt(payload, 'event'));
    if (event === 'charge.success') return readCharge(payload);
    if (event === 'refund.processed') return readRefund(payload, rawBody);
    if (event === 'refund.failed') return readFailedRefund(payload, rawBody);
    return ignoredEvent(event);
  },
} as const satisfies PaymentProvider;

function readCharge(payload: ExactJson): PaymentReading {
  if (hasOtherStatus(payload, 'success')) return ignored('data.status is not success');
  const reference = fieldAt(payload, 'data.reference');
  const paidAt = firstField(payload, 'data.paid_at', 'data.paidAt', 'data.created_at');
  return readPayment(moneyFields(payload, reference, paidAt), aliasesOf('reference', reference));
}

function readRefund(payload: ExactJson, rawBody: Uint8Array): PaymentReading {
  if (hasOtherStatus(payload, 'processed')) return ignored('data.status is not processed');
  return readReversal(refundFields(payload, rawBody), {
    eventType: 'refund_by_amount',
    originalAliases: aliasesOf('reference', fieldAt(payload, 'data.transaction_reference')),
    cumulative: false,
    named: isGiven(fieldAt(payload, 'data.refund_reference')),
  });
}

function readFailedRefund(payload: ExactJson, rawBody: Uint8Array): PaymentReading {
  if (hasOtherStatus(payload, 'failed')) return ignored('data.status is not failed');
  const reference = readText(fieldAt(payload, 'data.refund_reference')) ?? null;
  return readReversal(refundFields(payload, rawBody), {
    eventType: 'reinstated',
    originalAliases: aliasesOf('reference', fieldAt(payload, 'data.transaction_reference')),
    cumulative: false,
    undoes: { kind: 'refund', reference, ifRecorded: true },
  });
}

function refundFields(payload: ExactJson, rawBody: Uint8Array): MoneyFields {
  const own = fieldAt(payload, 'data.refund_reference');
  const reference = isGiven(own) ? own : hashAsReference(own, rawBody);
  return moneyFields(payload, reference, fieldAt(payload, 'data.created_at'));
}

/** The event's name implies the status; a contradicting one is not counted. */
function hasOtherStatus(payload: ExactJson, expected: string): boolean {
  const status = fieldAt(payload, 'data.status');
  return isGiven(status) && status.value !== expected;
}

function moneyFields(payload: ExactJson, reference: Field, occurredAt: Field): MoneyFields {
  return {
    reference,
    amount: fieldAt(payload, 'data.amount'),
    currency: fieldAt(payload, 'data.currency'),
    places: PLACES,
    occurredAt: readInstant(occurredAt, 1),
    identifiers: readIdentifiers(fieldAt(payload, 'data.metadata')),
  };
}
