import type { ExactJson } from './parse-exact-json.ts';
import { elementsOf, fieldAt, readText } from './payload/payload-fields.ts';
import { ignored, ignoredEvent, readPayment } from './payload/read-money.ts';
import type { PaymentProvider, PaymentReading } from './payment-provider.ts';
import { aliasesOfIds, amountAt, idAt, moneyFields } from './provider-c-fields.ts';
import { readChargeRefund, readRefundState } from './read-charge-refund.ts';
import { readDispute } from './read-dispute.ts';
import { readInvoice, readPaymentOf } from './read-invoice.ts';
import { verifyGivenHeaders } from './signatures/verify-given-headers.ts';
import { verifyStampedDigest } from './signatures/verify-stamped-digest.ts';

/** Older versions list all charges that an intent attempted. */
const MAX_CHARGES = 10;

/** Up to four events report the same payment. Each names its intent or else its charge, which becomes its reference. */
export const providerC = {
  name: 'provider_c',
  secret: 'given',
  verify(delivery, secret, now) {
    const digest = (header: string) => verifyStampedDigest(delivery, header, secret, now);
    return verifyGivenHeaders(delivery, { 'provider-c-signature': digest, 'stripe-signature': digest });
  },
  read(payload, rawBody) {
    const type = readText(fieldAt(payload, 'type'));
    switch (type) {
      case 'payment_intent.succeeded':
        return readIntent(payload);
      case 'charge.succeeded':
        return readCharge(payload);
      case 'checkout.session.completed':
        return readSession(payload);
      case 'invoice.paid':
      case 'invoice.payment_succeeded':
        return readInvoice(payload);
      case 'charge.refunded':
        return readChargeRefund(payload, rawBody);
      case 'charge.dispute.created':
      case 'charge.dispute.closed':
      case 'charge.dispute.funds_withdrawn':
      case 'charge.dispute.funds_reinstated':
        return readDispute(payload, type);
      case 'charge.refund.updated':
      case 'refund.updated':
      case 'refund.failed':
        return readRefundState(payload, type);
      default:
        return ignoredEvent(type);
    }
  },
} as const satisfies PaymentProvider;

function readIntent(payload: ExactJson): PaymentReading {
  const intent = idAt(payload, 'data.object.id');
  const tried = elementsOf(fieldAt(payload, 'data.object.charges.data').value).slice(0, MAX_CHARGES);
  const charges = [
    idAt(payload, 'data.object.latest_charge'),
    ...tried.map((charge) => fieldAt(charge, 'id')),
  ];
  const fields = moneyFields(payload, intent, amountAt(payload, 'amount_received'));
  return readPayment(fields, aliasesOfIds(intent, ...charges));
}

function readCharge(payload: ExactJson): PaymentReading {
  for (const name of ['paid', 'captured']) {
    if (fieldAt(payload, `data.object.${name}`).value !== true)
      return ignored(`data.object.${name} is not true`);
  }
  const amount = amountAt(payload, 'amount_captured', 'amount');
  return readPaymentOf(payload, idAt(payload, 'data.object.id'), amount);
}

function readSession(payload: ExactJson): PaymentReading {
  for (const [name, expected] of [
    ['mode', 'payment'],
    ['payment_status', 'paid'],
  ] as const) {
    const { path, value } = fieldAt(payload, `data.object.${name}`);
    if (value !== expected) return ignored(`${path} is not ${expected}`);
  }
  return readPaymentOf(payload, idAt(payload, 'data.object.charge'), amountAt(payload, 'amount_total'));
}
