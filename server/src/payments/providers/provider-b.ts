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
import type { PaymentProvider, PaymentReading, SignedDelivery } from './payment-provider.ts';
import { equalSecrets } from './signatures/equal-secrets.ts';
import { verifyBodyDigest } from './signatures/verify-body-digest.ts';
import { verifyGivenHeaders } from './signatures/verify-given-headers.ts';

const PAID = /^(successful|succeeded)$/i;
/** Some statuses name the way the money was returned: `completed-bank-transfer`. */
const REFUNDED = /^(successful|succeeded|completed(-.+)?)$/i;
const FAILED = /^failed(-.+)?$/i;
/** What it writes in place of a name that it does not have. */
const UNNAMED = 'N/A';
/** Fields found only in the refund of version 3, which has no envelope that names the event. */
const OF_BARE_REFUND = ['AmountRefunded', 'amount_refunded', 'TransactionId'];

/** Versions 3 and 4: amounts are in major units and are stored as sent. */
export const providerB = {
  name: 'provider_b',
  secret: 'given',
  verify: (delivery, secret) =>
    verifyGivenHeaders(delivery, {
      'verif-hash': (header) => verifySecret(delivery, header, secret),
      'flutterwave-signature': (header) => verifyBodyDigest(delivery, header, 'sha256', secret, 'base64'),
    }),
  read(payload, rawBody) {
    const event = readText(firstField(payload, 'event', 'type'));
    if (event === 'charge.completed') return readCharge(payload);
    if (event === 'refund.completed' || event === 'refund.failed')
      return readRefund(payload, 'data.', rawBody, event);
    if (event === undefined && isGiven(firstField(payload, ...OF_BARE_REFUND))) {
      return readRefund(payload, '', rawBody);
    }
    return ignoredEvent(event);
  },
} as const satisfies PaymentProvider;

/** The header is the secret itself, so it proves nothing about the body. */
function verifySecret(delivery: SignedDelivery, header: string, secret: string): string | null {
  return equalSecrets(bytesOf(delivery.header(header) ?? ''), Buffer.from(secret))
    ? null
    : `the header ${header} is not the webhook's secret`;
}

/** HTTP headers arrive as bytes; the provider encoded it in UTF-8. */
function bytesOf(header: string): Uint8Array {
  return Buffer.from(header, /^[\0-\xff]*$/.test(header) ? 'latin1' : 'utf8');
}

function readCharge(payload: ExactJson): PaymentReading {
  if (hasOtherStatus(payload, 'data.', PAID)) return ignored('data.status is not successful');
  const reference = firstName(payload, 'data.tx_ref', 'data.reference', 'data.flw_ref', 'data.id');
  const amount = fieldAt(payload, 'data.amount');
  return readPayment(moneyFields(payload, 'data.', reference, amount), [
    ...aliasesOf('tx_ref', firstName(payload, 'data.tx_ref', 'data.reference')),
    ...aliasesOf('id', firstName(payload, 'data.id')),
    ...aliasesOf('flw_ref', firstName(payload, 'data.flw_ref')),
  ]);
}

/**
 * A `flw_ref` is often the charge's: it names the payment, not the refund.
 *
 * @param at `data.`, or empty if the refund is the whole body.
 */
function readRefund(
  payload: ExactJson,
  at: string,
  rawBody: Uint8Array,
  event?: 'refund.completed' | 'refund.failed',
): PaymentReading {
  const status = readText(fieldAt(payload, `${at}status`));
  const failed = event === 'refund.failed' || FAILED.test(status ?? '');
  if (hasOtherStatus(payload, at, failed ? FAILED : REFUNDED)) return ignored(`${at}status is not completed`);
  const own = firstName(payload, `${at}id`);
  const amount = firstField(
    payload,
    ...['AmountRefunded', 'amount_refunded', 'amount'].map((name) => at + name),
  );
  return readReversal(moneyFields(payload, at, isGiven(own) ? own : hashAsReference(own, rawBody), amount), {
    originalAliases: [
      ...aliasesOf('id', firstName(payload, `${at}charge_id`, `${at}TransactionId`)),
      ...aliasesOf('tx_ref', firstName(payload, `${at}tx_ref`)),
      ...aliasesOf('flw_ref', firstName(payload, `${at}flw_ref`, `${at}FlwRef`)),
    ],
    cumulative: false,
    ...(failed
      ? {
          eventType: 'reinstated',
          undoes: { kind: 'refund', reference: readText(own) ?? null, ifRecorded: true },
        }
      : { eventType: 'refund_by_amount', named: isGiven(own) }),
  });
}

/** The first of these that names something: payments that have no name of a kind do not have one in common. */
function firstName(payload: ExactJson, ...paths: readonly string[]): Field {
  const fields = paths.map((path) => fieldAt(payload, path));
  const named = fields.find((field) => isGiven(field) && field.value !== UNNAMED);
  return named ?? { path: paths.join(' or '), value: undefined };
}

function hasOtherStatus(payload: ExactJson, at: string, expected: RegExp): boolean {
  const status = fieldAt(payload, `${at}status`);
  return isGiven(status) && !expected.test(readText(status) ?? '');
}

function moneyFields(payload: ExactJson, at: string, reference: Field, amount: Field): MoneyFields {
  const occurredAt = firstField(
    payload,
    `${at}created_at`,
    `${at}created_datetime`,
    `${at}createdAt`,
    'timestamp',
  );
  const metadata = [`${at}meta`, `${at}metadata`, `${at}meta_data`, 'meta_data', 'meta'];
  return {
    reference,
    amount,
    currency: fieldAt(payload, `${at}currency`),
    places: 'major',
    occurredAt: readInstant(occurredAt, 1),
    identifiers: readIdentifiers(...metadata.map((path) => fieldAt(payload, path))),
  };
}
