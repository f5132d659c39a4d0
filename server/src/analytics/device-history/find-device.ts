import { z } from 'zod';
import { usableId, usableUserId } from '../../attribution/devices/device-identifiers.ts';
import { PROVIDERS } from '../../payments/providers/providers.ts';
import { optional, text, uuid } from '../../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { queryForCustomer } from '../../platform/store/query-for-customer.ts';
import { isUuid } from '../../platform/values/is-uuid.ts';
import { deviceItem, readDevices } from './device-item.ts';

/** A user's id may be shared by many devices; more than this are not shown. */
const MOST = 50;

const ofKind = (kind: string) => `
  select app_id, device_id from device_ids
  where customer_id = $1 and app_id = any($2::uuid[]) and kind = '${kind}' and value = $3`;

const uuidOf = (given: string) => (isUuid(given.trim()) ? given.trim().toLowerCase() : null);

/** By what a device can be found: the value that is looked for, null where the id is none of the kind, and the SQL. */
const WAYS = {
  device_id: {
    normalise: uuidOf,
    sql: `select app_id, device_id from device_ids where customer_id = $1 and device_id = $3::uuid`,
  },
  installation_id: { normalise: uuidOf, sql: ofKind('installation_id') },
  android_id: { normalise: usableId, sql: ofKind('android_id') },
  gaid: { normalise: usableId, sql: ofKind('gaid') },
  idfv: { normalise: usableId, sql: ofKind('idfv') },
  idfa: { normalise: usableId, sql: ofKind('idfa') },
  user_id: { normalise: usableUserId, sql: ofKind('user_id') },
  external_id: { normalise: usableId, sql: ofKind('external_id') },
  install_id: {
    normalise: uuidOf,
    sql: `select app_id, device_id from installs where customer_id = $1 and install_id = $3::uuid`,
  },
  event_id: {
    normalise: (given: string) => given,
    sql: `
      select ids.app_id, ids.device_id from events
      join device_ids ids on ids.customer_id = events.customer_id and ids.app_id = events.app_id
        and ids.device_key = events.device_key
      where events.customer_id = $1 and events.app_id = any($2::uuid[]) and events.event_id = $3
      union all
      select app_id, device_id from installs
      where customer_id = $1 and app_id = any($2::uuid[]) and event_id = $3`,
  },
  payment: {
    normalise: (given: string) => given,
    sql: `
      select app_id, device_id from payments
      where customer_id = $1 and provider = any('{${PROVIDERS.map(({ name }) => name)}}') and reference = $3
        and device_id is not null`,
  },
} as const;
type Way = keyof typeof WAYS;
const NAMES = Object.keys(WAYS) as [Way, ...Way[]];

export const findDevice = accountProcedure
  .meta({
    tag: 'attribution',
    summary: 'Find a device',
    description:
      'Finds the devices that go by an id of any kind, or of one kind: their own ids, the ids that they are known by, ' +
      'an install, an event that they sent, or the reference of a payment (the order or transaction of the ' +
      'provider). Answers with at most 50, the newest first; with none if nothing goes by it. A device is known ' +
      'once attribution has processed an event of it. Needs the viewer role in the app’s team.',
    role: 'viewer',
    audited: false,
    fails: ['NOT_FOUND'],
  })
  .input(
    z.strictObject({
      p_app_id: optional(uuid),
      p_id: text(512)
        .pipe(z.string().trim().min(1, 'must not be empty'))
        .describe('The id, with or without blanks around it; a UUID in any letter case.'),
      p_kind: optional(z.enum(NAMES, `must be one of ${NAMES.join(', ')}`)).describe(
        'What it is the id of; by default whatever goes by it.',
      ),
    }),
  )
  .output(z.object({ items: z.array(deviceItem).describe('The devices, the newest first.') }))
  .query(async ({ ctx, input }) => {
    const { access, services } = ctx;
    const { accountId } = access;
    const appIds = await access.visibleAppIds(input.p_app_id);
    const ways = input.p_kind === null ? NAMES : [input.p_kind];
    const found = await Promise.all(
      ways.map(async (way) => {
        const { normalise, sql } = WAYS[way];
        const value = normalise(input.p_id);
        if (value === null) return [];
        const statement = {
          name: `find-device-by-${way}`,
          text: `select distinct device_id from (${sql}) found where app_id = any($2::uuid[]) limit ${MOST}`,
        };
        return queryForCustomer<{ device_id: string }>(services.workPool, accountId, statement, [
          appIds,
          value,
        ]);
      }),
    );
    const ids = new Set(found.flat().map(({ device_id }) => device_id));
    return { items: await readDevices(services.workPool, accountId, [...ids].slice(0, MOST)) };
  });
