import { FORGET_PURPOSE } from '@tributary/sdk/wire/forget-purpose';
import { MAX_DEPTH } from '@tributary/sdk/wire/optional-fields';
import type { KnownApp } from '../../../apps/app-directory.ts';
import { deviceKeyOf } from '../../../attribution/devices/device-key.ts';
import type { CheckedEvent } from '../../../ingest/check/check-shape.ts';
import { REJECTIONS } from '../../../ingest/check/rejections.ts';
import { verifyEvent } from '../../../ingest/check/verify-event.ts';
import { EVENT_FIELD_RULES } from '../../../ingest/fields/event-field-rules.ts';
import { duplicateNames, MAX_MEMBERS } from '../../../ingest/parse/scan-members.ts';
import type { SubmittedEvent } from '../../../ingest/parse/submitted-event.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { CLICK_ID_KINDS } from '../../../platform/values/device-id-kinds.ts';
import type { Installation } from '../installation/installation.ts';

/** The members of a request, which follow the rules of the fields of events. */
const REQUIRED = ['app_id', 'customer_id', 'installation_id', 'sent_at', 'signature'] as const;
const OPTIONAL = CLICK_ID_KINDS;

type Member = (typeof REQUIRED)[number] | (typeof OPTIONAL)[number];

/** A request of the right shape, not yet verified. Ids are in lower case. */
export interface ForgetRequest extends Installation {
  /** As it was sent, for the signature. */
  readonly sent: SubmittedEvent;
}

/** @throws AppError VALIDATION_ERROR that names every wrong member. */
export function checkForgetRequest(sent: SubmittedEvent): ForgetRequest {
  const given = sent.value as Readonly<Partial<Record<Member, unknown>>>;
  const wrong = [...wrongPurpose(sent.value as object), ...wrongMembers(given), ...wrongAsAWhole(sent)];
  if (wrong.length > 0) throw new AppError('VALIDATION_ERROR', wrong.join('; '));
  const id = (name: Member) => String(given[name]).toLowerCase();
  const installationId = id('installation_id');
  const deviceKey = deviceKeyOf('installation_id', installationId);
  return { customerId: id('customer_id'), appId: id('app_id'), installationId, deviceKey, sent };
}

/** What every event has: one that somebody saw on its way is no order to erase what it tells. */
const OF_EVENTS = ['event_type', 'event_id'] as const;

/** Earlier SDKs say no purpose. */
function wrongPurpose(given: object): string[] {
  const { purpose = FORGET_PURPOSE } = given as { readonly purpose?: unknown };
  return [
    ...OF_EVENTS.filter((name) => Object.hasOwn(given, name)).map(
      (name) => `${name} must not be given: an event is no request to be forgotten`,
    ),
    ...(purpose === FORGET_PURPOSE ? [] : [`purpose must be ${FORGET_PURPOSE}`]),
  ];
}

function wrongMembers(given: Readonly<Partial<Record<Member, unknown>>>): string[] {
  const missing = REQUIRED.filter((name) => given[name] == null).map((name) => `${name} is required`);
  const misshapen = [...REQUIRED, ...OPTIONAL].filter(
    (name) => given[name] != null && !EVENT_FIELD_RULES[name].fits(given[name]),
  );
  return [...missing, ...misshapen.map((name) => `${name} ${EVENT_FIELD_RULES[name].says}`)];
}

function wrongAsAWhole({ depth, members, hasTooManyMembers }: SubmittedEvent): string[] {
  return [
    ...(depth > MAX_DEPTH ? [`the body is nested deeper than ${MAX_DEPTH} levels`] : []),
    ...(hasTooManyMembers ? [`the body has more than ${MAX_MEMBERS} members`] : []),
    ...duplicateNames(members ?? []).map((name) => `${name} is given twice`),
  ];
}

/**
 * Verifies who sent it, as for an event.
 *
 * @param app what is known of its app.
 * @param now Unix ms.
 * @throws AppError AUTH_ERROR
 */
export function verifyForgetRequest({ sent }: ForgetRequest, app: KnownApp | undefined, now: number): void {
  const verified = verifyEvent(sent.value as CheckedEvent, sent.canonical, app, now);
  if (verified.ok) return;
  // Of the sentences about events, this one names what was signed.
  const error =
    verified === REJECTIONS.badSignature ? 'the signature does not match the request' : verified.error;
  // Only a holder of the secret is told it.
  const clock = verified === REJECTIONS.outsideWindow && { serverTime: now };
  throw new AppError('AUTH_ERROR', error, clock || {});
}
