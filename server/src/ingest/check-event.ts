import { eventHashSql } from '@tributary/db/functions/event-hash-sql';
import { ERROR_CODES, ITEM_STATUSES, type ItemStatus } from '@tributary/sdk/wire/ingest-response';
import { MAX_BODY_BYTES } from '@tributary/sdk/wire/limits';
import { MAX_DEPTH } from '@tributary/sdk/wire/optional-fields';
import { z } from 'zod';
import type { KnownApp } from '../apps/app-directory.ts';
import { deviceKeyOf } from '../attribution/devices/device-key.ts';
import { isDatedByArrival, trueTime } from '../attribution/devices/true-time.ts';
import { AppError } from '../platform/errors/errors.ts';
import { uuid } from '../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../platform/http/procedures/procedure.ts';
import type { Services } from '../platform/services.ts';
import { queryForCustomer } from '../platform/store/query-for-customer.ts';
import { isStorable } from '../platform/values/storable-text.ts';
import { type CheckedEvent, checkShape } from './check/check-shape.ts';
import { hasValidSignature } from './check/has-valid-signature.ts';
import { isInReplayWindow } from './check/is-in-replay-window.ts';
import { REJECTIONS } from './check/rejections.ts';
import type { Rejection, StepResult } from './check/step-result.ts';
import { splitRequest } from './parse/split-request.ts';
import type { SubmittedEvent } from './parse/submitted-event.ts';
import { arrivalAt } from './row/to-storable-event.ts';

const FIND_EVENT = {
  name: 'check-event-stored',
  text: `
    select 1 as found from events where customer_id = $1 and app_id = $2 and event_id = $3
    union all
    select 1 from (select $2::uuid as app_id, $3::text as event_id) asked
    join forgotten_events on customer_id = $1 and event_hash = ${eventHashSql('asked')}`,
};
const FIND_FORGOTTEN = {
  name: 'check-event-forgotten',
  text: `
    select 1 as found from forgotten_installations where customer_id = $1 and app_id = $2 and device_key = $3`,
};
const FIND_USAGE = {
  name: 'check-event-usage',
  text: 'select used::float8 as used from usage_months where customer_id = $1 and month = $2::date',
};

const eventArgument = z.union([
  z.string().max(MAX_BODY_BYTES, `must be ${MAX_BODY_BYTES / 1024} KB or less`),
  z.record(z.string(), z.unknown()),
]);

const checks = z.object({
  shape: z.boolean().describe('Whether the event follows the rules of all fields.'),
  account_and_app: z
    .boolean()
    .describe('Whether the event names this app and its account, and both are active.'),
  signature: z.boolean().describe('Whether the signature matches the canonical string and the app’s secret.'),
  replay_window: z.boolean().describe('Whether it was signed within 10 minutes of now.'),
  not_forgotten: z.boolean().describe('Whether its installation has not asked to be forgotten.'),
  new_event_id: z.boolean().describe('Whether no event of this app with its `event_id` is stored.'),
  quota: z.boolean().describe('Whether the month’s allowance is not used up.'),
});

const output = z.object({
  status: z.enum(ITEM_STATUSES).describe('What ingest would answer now.'),
  code: z.enum(ERROR_CODES).nullable(),
  error: z.string().nullable(),
  checks,
  canonical: z.string().describe('The text that the server verifies the signature against.'),
  occurred_at: z
    .number()
    .nullable()
    .describe('When the event would count as having happened, Unix ms; null if its times are invalid.'),
  is_dated_by_arrival: z
    .boolean()
    .describe(
      'Whether that is when it arrived, as its own time, corrected, is before 2000 or after its arrival.',
    ),
});

export const checkEvent = accountProcedure
  .meta({
    tag: 'events',
    summary: 'Try an event without storing it',
    description:
      'Tries one event as ingest would, without storing it, for developers of clients: returns the ' +
      'canonical string, and the result of each check regardless of the others. `p_event` is the ' +
      'event as an object or, if the spelling of its numbers and characters matters, its JSON text ' +
      'as a string. Needs the developer role in the app’s team.',
    role: 'developer',
    audited: false,
    fails: ['NOT_FOUND'],
  })
  .input(z.strictObject({ p_app_id: uuid, p_event: eventArgument }))
  .output(output)
  .query(async ({ ctx, input }) => {
    await ctx.access.app(input.p_app_id, 'developer', { archived: true });
    const appId = input.p_app_id.toLowerCase();
    const app = (await ctx.services.apps.find([appId])).get(appId);
    const submitted = oneEvent(input.p_event);
    const shape = checkShape(submitted);
    const event = submitted.value as CheckedEvent;
    const now = ctx.services.clock();
    const passed = {
      shape: shape.ok,
      account_and_app: isOfApp(event, app),
      signature: isSigned(submitted, app),
      replay_window: isInReplayWindow(event, now),
      ...(await checkStore(ctx.services, ctx.access.accountId, app, event)),
    };
    return {
      ...verdict(shape, passed),
      checks: passed,
      canonical: submitted.canonical,
      occurred_at: shape.ok ? trueTime(event, now) : null,
      is_dated_by_arrival: shape.ok && isDatedByArrival(event, now),
    };
  });

function oneEvent(given: string | Record<string, unknown>): SubmittedEvent {
  let events: SubmittedEvent[];
  try {
    events = splitRequest(typeof given === 'string' ? given : JSON.stringify(given));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError('VALIDATION_ERROR', `p_event: ${error.message}`);
  }
  const [event] = events;
  if (event === undefined || events.length > 1)
    throw new AppError('VALIDATION_ERROR', 'p_event: must be one event');
  return event;
}

function isOfApp({ app_id, customer_id }: CheckedEvent, app: KnownApp | undefined): boolean {
  const is = (id: unknown, known: string) => typeof id === 'string' && id.toLowerCase() === known;
  return app?.active === true && is(app_id, app.appId) && is(customer_id, app.customerId);
}

function isSigned(sent: SubmittedEvent, app: KnownApp | undefined): boolean {
  const { value, canonical, depth, hasTooManyMembers } = sent;
  const { signature } = value as { signature?: unknown };
  const readable = depth <= MAX_DEPTH && !hasTooManyMembers;
  const signed = readable && typeof signature === 'string' && /^[0-9a-f]{64}$/i.test(signature);
  return app !== undefined && signed && hasValidSignature(value as CheckedEvent, canonical, app.signingKey);
}

async function checkStore(
  { workPool, clock }: Services,
  customerId: string,
  app: KnownApp | undefined,
  { event_id, installation_id }: CheckedEvent,
): Promise<{ not_forgotten: boolean; new_event_id: boolean; quota: boolean }> {
  const storable = typeof event_id === 'string' && isStorable(event_id);
  const found = await queryForCustomer(workPool, customerId, FIND_EVENT, [
    app?.appId,
    storable ? event_id : '',
  ]);
  const forgotten = await queryForCustomer(workPool, customerId, FIND_FORGOTTEN, [
    app?.appId,
    deviceKeyOf('installation_id', String(installation_id).toLowerCase()),
  ]);
  const { month } = arrivalAt(clock(), undefined);
  const [usage] = await queryForCustomer<{ used: number }>(workPool, customerId, FIND_USAGE, [month]);
  return {
    not_forgotten: forgotten.length === 0,
    new_event_id: found.length === 0,
    quota: (usage?.used ?? 0) < (app?.plan.monthlyEvents ?? Number.POSITIVE_INFINITY),
  };
}

/** The first check that fails decides, in ingest's order; a duplicate is reported before the quota. */
function verdict(shape: StepResult<CheckedEvent>, passed: z.output<typeof checks>) {
  const status = (name: ItemStatus, { code, error }: Partial<Rejection> = {}) => ({
    status: name,
    code: code ?? null,
    error: error ?? null,
  });
  if (!shape.ok) return status('rejected', shape);
  if (!passed.account_and_app) return status('rejected', REJECTIONS.unknownApp);
  if (!passed.signature) return status('rejected', REJECTIONS.badSignature);
  if (!passed.replay_window) return status('rejected', REJECTIONS.outsideWindow);
  if (!passed.not_forgotten) return status('rejected', REJECTIONS.unwanted);
  if (!passed.new_event_id) return status('deduplicated');
  return passed.quota ? status('accepted') : status('rejected', REJECTIONS.overQuota);
}
