import type { ExactJson } from './parse-exact-json.ts';
import { type Field, fieldAt, isGiven, isObject, readText } from './payload/payload-fields.ts';
import { readIdentifiers } from './payload/read-identifiers.ts';
import { readInstant } from './payload/read-instant.ts';
import {
  aliasesOf,
  ignoredEvent,
  type MoneyFields,
  NOT_A_CURRENCY,
  NOT_A_REFERENCE,
  problem,
  readPayment,
  readReversal,
} from './payload/read-money.ts';
import type { PaymentProvider, PaymentReading, ReversalReading } from './payment-provider.ts';
import { verifyBodyDigest } from './signatures/verify-body-digest.ts';

type ReversalType = ReversalReading['eventType'];

const REVERSALS: readonly string[] = [
  'refund',
  'partial_refund',
  'chargeback',
  'dispute',
  'reinstated',
] satisfies ReversalType[];
/** Any time in ms since 2001; one in seconds is smaller. */
const EARLIEST_MS = 1e12;

/**
 * The service's own format: `{event_type?, reference, amount, currency, original_reference?, occurred_at?, metadata?}`.
 */
export const generic = {
  name: 'generic',
  secret: 'issued',
  verify: (delivery, secret) => verifyBodyDigest(delivery, 'x-service-signature', 'sha256', secret),
  read(payload) {
    if (!isObject(payload)) return problem({ path: 'the body', value: payload }, 'must be a JSON object');
    const type = fieldAt(payload, 'event_type');
    const eventType = type.value == null ? 'payment' : readText(type);
    if (eventType === undefined) return problem(type, 'must be a string');
    if (eventType !== 'payment' && !isReversal(eventType)) return ignoredEvent(eventType);
    const fields = moneyFields(payload);
    if (!isGiven(fields.currency)) return problem(fields.currency, NOT_A_CURRENCY);
    const when = fieldAt(payload, 'occurred_at');
    if (isGiven(when) && fields.occurredAt === null) return problem(when, NOT_A_TIME);
    return isReversal(eventType)
      ? readReversalOf(payload, fields, eventType)
      : readPayment(fields, aliasesOf('reference', fields.reference));
  },
} as const satisfies PaymentProvider;

const NOT_A_TIME = 'must be Unix ms or an ISO 8601 string';

function isReversal(eventType: string): eventType is ReversalType {
  return REVERSALS.includes(eventType);
}

function readReversalOf(payload: ExactJson, fields: MoneyFields, eventType: ReversalType): PaymentReading {
  const original = fieldAt(payload, 'original_reference');
  const originalAliases = aliasesOf('reference', original);
  if (isGiven(original) && originalAliases.length === 0) return problem(original, NOT_A_REFERENCE);
  if (eventType === 'reinstated') {
    // It names what it undoes, or the payment.
    const names = [...aliasesOf('reversal', original), ...originalAliases];
    const undoes = { kind: null, reference: readText(original) ?? null, ifRecorded: false };
    return readReversal(fields, {
      eventType,
      originalAliases: names,
      alternatives: true,
      cumulative: false,
      undoes,
    });
  }
  const names =
    originalAliases.length === 0 ? [] : [...originalAliases, ...aliasesOf('reversal', fields.reference)];
  return readReversal(fields, { eventType, originalAliases: names, cumulative: false });
}

function moneyFields(payload: ExactJson): MoneyFields {
  return {
    reference: fieldAt(payload, 'reference'),
    amount: fieldAt(payload, 'amount'),
    currency: fieldAt(payload, 'currency'),
    places: 'major',
    occurredAt: readTime(fieldAt(payload, 'occurred_at')),
    identifiers: readIdentifiers(fieldAt(payload, 'metadata')),
  };
}

/** Seconds would be a date in 1970, and credit the payment to the earliest campaign, so they are refused. */
function readTime(field: Field): number | null {
  const ms = readInstant(field, 1);
  return ms !== null && ms >= EARLIEST_MS ? ms : null;
}
