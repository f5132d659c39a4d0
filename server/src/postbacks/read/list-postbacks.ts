import { App } from '@tributary/db/apps/app.entity';
import { z } from 'zod';
import { queryForCustomer } from '../../data-plane/query-for-customer.ts';
import { optional, uuid } from '../../procedures/argument-types.ts';
import { listPage, type PageQuery, pageArguments, readPage } from '../../procedures/list-page.ts';
import { accountProcedure } from '../../procedures/procedure.ts';
import { EVENT_TYPES } from '../networks/ad-network.ts';

const STATUSES = ['pending', 'sent', 'failed'] as const;
const CLASSES = ['permanent', 'transient', 'setting'] as const;

const ms = (column: string) => `round(extract(epoch from ${column}) * 1000)`;

/**
 * Each app's newest by its index alone, then the newest of all of them, and the attempts of only those. The conditions
 * are part of the text: what is asked for decides which index answers it.
 */
function statement(conditions: readonly string[]): string {
  return `
    select shown.postback_id, config_id, app_id, postback_format, event_type, attribution_id, install_id,
      payment_event_id, status, failure_class, ${ms('next_attempt_at')}::float8 as next_attempt_at,
      ${ms('created_at')}::float8 as created_at,
      coalesce((
        select json_agg(json_build_object('at', ${ms('attempted_at')}::int8, 'http_status', http_status,
          'class', class, 'response', response) order by attempt)
        from postback_attempts
        where postback_attempts.customer_id = $1 and postback_attempts.postback_id = shown.postback_id
      ), '[]') as attempts
    from (
      select newest.* from unnest($2::uuid[]) as wanted (app_id)
      cross join lateral (
        select * from postbacks
        where ${['customer_id = $1', 'postbacks.app_id = wanted.app_id', ...conditions].join(' and ')}
        order by created_at desc, postback_id desc
        limit $3
      ) newest
      order by newest.created_at desc, newest.postback_id desc
      limit $3
    ) shown
    order by created_at desc, shown.postback_id desc`;
}

/** A delivery to an ad network. Times are Unix ms. */
const postbackItem = z.object({
  postback_id: z.uuid(),
  config_id: z.uuid(),
  app_id: z.uuid(),
  postback_format: z.string(),
  event_type: z.enum(EVENT_TYPES),
  attribution_id: z.uuid(),
  install_id: z.uuid(),
  /** The payment; null for an install. */
  payment_event_id: z.uuid().nullable(),
  status: z.enum(STATUSES),
  /** Why it failed; null for one that has not. */
  failure_class: z.enum(CLASSES).nullable(),
  /** Every send, the first one first. */
  attempts: z.array(
    z.object({
      at: z.int(),
      http_status: z.int().nullable(),
      class: z.enum(CLASSES).nullable(),
      response: z.string().nullable(),
    }),
  ),
  /** Null for one that is over. */
  next_attempt_at: z.int().nullable(),
  created_at: z.int(),
});

type PostbackItem = z.output<typeof postbackItem>;

/** Lists deliveries to ad networks of the apps of the caller's teams, newest first, each with all of its attempts. */
export const listPostbacks = accountProcedure
  .input(
    z.strictObject({
      p_postback_id: optional(uuid),
      p_config_id: optional(uuid),
      p_install_id: optional(uuid),
      p_app_id: optional(uuid),
      p_status: optional(z.enum(STATUSES, `must be one of ${STATUSES.join(', ')}`)),
      ...pageArguments,
    }),
  )
  .output(listPage(postbackItem))
  .query(async ({ ctx, input }) => {
    const { em, access, services } = ctx;
    if (input.p_app_id !== null) await access.app(input.p_app_id, 'viewer');
    const teamId = { $in: access.visibleTeamIds() };
    const apps = await em.find(App, { customerId: access.accountId, teamId }, { fields: ['id'] });
    const appIds = input.p_app_id === null ? apps.map(({ id }) => id) : [input.p_app_id];
    const narrowed = [
      ['postback_id = $', input.p_postback_id],
      ['config_id = $', input.p_config_id],
      ['install_id = $', input.p_install_id],
      ['status = $', input.p_status],
    ].filter((one): one is [string, string] => one[1] !== null);
    const read = async ({ last, options }: PageQuery) => {
      const given = narrowed.map(([, value]) => value);
      const place = last === null ? [] : [last.createdAt.toISOString(), last.id];
      const at = 4 + given.length;
      const text = statement([
        ...narrowed.map(([condition], index) => `${condition}${4 + index}`),
        ...(last === null ? [] : [`(created_at, postback_id) < ($${at}::timestamptz, $${at + 1}::uuid)`]),
      ]);
      const name = `list-postbacks-${narrowed.map(([condition]) => condition[0]).join('')}${place.length}`;
      const values = [appIds, options.limit, ...given, ...place];
      const rows = await queryForCustomer<PostbackItem>(
        services.workPool,
        access.accountId,
        { name, text },
        values,
      );
      return rows.map((row) => ({ id: row.postback_id, createdAt: new Date(row.created_at), row }));
    };
    return readPage('list_postbacks', input, read, ({ row }) => row);
  });
