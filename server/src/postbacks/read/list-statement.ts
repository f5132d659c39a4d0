import type { CustomerStatement } from '../../platform/store/query-for-customer.ts';

/** What a list of deliveries is narrowed to, each by a value or not at all. */
export interface Narrowing {
  readonly postbackId: string | null;
  readonly installId: string | null;
  readonly configId: string | null;
  readonly status: string | null;
}

export interface PostbackListQuery {
  readonly appIds: readonly string[];
  readonly limit: number;
  readonly narrowing: Narrowing;
  /** The last delivery of the page before; null on the first page. */
  readonly last: { readonly createdAt: Date; readonly id: string } | null;
}

const ms = (column: string) => `round(extract(epoch from ${column}) * 1000)`;

const COLUMNS = `
    shown.postback_id, config_id, app_id, postback_format, event_type, attribution_id, install_id, payment_event_id,
    status, failure_class, ${ms('next_attempt_at')}::float8 as next_attempt_at, ${ms('created_at')}::float8 as created_at,
    coalesce((
      select json_agg(json_build_object('at', ${ms('attempted_at')}::int8, 'http_status', http_status,
        'class', class, 'response', response) order by attempt)
      from postback_attempts
      where postback_attempts.customer_id = $1 and postback_attempts.postback_id = shown.postback_id
    ), '[]') as attempts`;

/**
 * The statement that reads a page of deliveries, newest first, with its values from `$2` on. What is asked for is part of
 * its text, so that an index answers each of them.
 */
export function listStatement(query: PostbackListQuery): {
  statement: CustomerStatement;
  values: unknown[];
} {
  const { appIds, limit, narrowing, last } = query;
  const { postbackId, installId, configId, status } = narrowing;
  const values: unknown[] = [appIds, limit];
  const given = (condition: (at: string) => string, value: unknown) =>
    value === null ? [] : [condition(`$${values.push(value) + 1}`)];
  const ids = [
    ...given((at) => `postback_id = ${at}::uuid`, postbackId),
    ...given((at) => `install_id = ${at}::uuid`, installId),
  ];
  const config = given((at) => `config_id = ${at}::uuid`, configId);
  const statuses = given((at) => `status = ${at}`, status);
  const place =
    last === null
      ? []
      : [
          `(created_at, postback_id) < ($${values.push(last.createdAt.toISOString()) + 1}::timestamptz,
            $${values.push(last.id) + 1}::uuid)`,
        ];
  const text =
    ids.length > 0 ? byId([...ids, ...config, ...statuses, ...place]) : newest({ config, statuses, place });
  const asked = [postbackId, installId, configId, status, last].map((value) => (value === null ? '-' : 'x'));
  return { statement: { name: `list-postbacks-${asked.join('')}`, text }, values };
}

/** Those with an id, of which there are few. */
function byId(conditions: readonly string[]): string {
  return `
    select ${COLUMNS}
    from postbacks shown
    where ${['customer_id = $1', 'app_id = any($2::uuid[])', ...conditions].join(' and ')}
    order by shown.created_at desc, shown.postback_id desc
    limit $3`;
}

interface Conditions {
  readonly config: readonly string[];
  readonly statuses: readonly string[];
  readonly place: readonly string[];
}

/**
 * One step in the index for each combination of config, app and status that there is; then the newest of each of them by
 * that index, the newest of all, and only their attempts.
 */
function newest({ config, statuses, place }: Conditions): string {
  const all = ['customer_id = $1', ...config].join(' and ');
  return `
    with recursive combination as (
      (select config_id, app_id, status from postbacks
       where ${all} order by config_id, app_id, status limit 1)
      union all
      select next.* from combination
      cross join lateral (
        select config_id, app_id, status from postbacks
        where ${all} and (postbacks.config_id, postbacks.app_id, postbacks.status)
          > (combination.config_id, combination.app_id, combination.status)
        order by config_id, app_id, status limit 1
      ) next
    )
    select ${COLUMNS}
    from (
      select found.* from combination
      cross join lateral (
        select * from postbacks
        where ${[
          'customer_id = $1',
          'postbacks.config_id = combination.config_id',
          'postbacks.app_id = combination.app_id',
          'postbacks.status = combination.status',
          ...place,
        ].join(' and ')}
        order by created_at desc, postback_id desc
        limit $3
      ) found
      where ${['combination.app_id = any($2::uuid[])', ...statuses.map((one) => `combination.${one}`)].join(' and ')}
      order by found.created_at desc, found.postback_id desc
      limit $3
    ) shown
    order by shown.created_at desc, shown.postback_id desc`;
}
