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

/** Disputes are ignored: a refund that results from one arrives as a refund. */
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
  const own = fieldAt(payload, 'data.refund_reference');
  const reference = isGiven(own) ? own : hashAsReference(own, rawBody);
  return readReversal(moneyFields(payload, reference, fieldAt(payload, 'data.created_at')), {
    eventType: 'refund_by_amount',
    originalAliases: aliasesOf('reference', fieldAt(payload, 'data.transaction_reference')),
    cumulative: false,
  });
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
