import type { Pool } from 'pg';
import { type GroupCondition, isOfGroup } from './group-condition.ts';

/**
 * What each resource has to answer, in plain SQL over the tables that hold what happened, and nothing that counts.
 * `$1` account, `$2` apps, `$3` and `$4` the period.
 */
const installed = (only: string) => `
  installed as (
    select decided.*, case when reason not like 'Imported from %' then confidence_score end as scored,
      (decided.installed_at at time zone 'UTC')::date as day
    from attributions decided join installs using (customer_id, install_id)
    where customer_id = $1 and installs.app_id = any($2::uuid[]) and installs.kind = 'install'
      and (installs.installed_at at time zone 'UTC')::date between $3::date and $4::date ${only}
  )`;

const PERIOD = `json_build_object('from', $3::date, 'to', $4::date)`;

const RATE = `
  coalesce(round(100.0 * count(*) filter (where scored >= 80) / nullif(count(scored), 0), 1), 0)`;

const summary = (only: string) => `
  with ${installed(only)}
  select json_build_object(
    'period', ${PERIOD},
    'total_installs', (select count(*) from installed),
    'avg_confidence_score', (select coalesce(round(avg(scored)), 0) from installed),
    'high_confidence_rate_pct', (select ${RATE} from installed),
    'installs_by_model', (
      select coalesce(json_object_agg(model, n), '{}')
      from (select model, count(*) as n from installed group by model) counted),
    'installs_by_channel', (
      select coalesce(json_object_agg(channel, n), '{}')
      from (select channel, count(*) as n from installed group by channel) counted)
  ) as body`;

/** Flags count by the day on which they were raised, as in the report on fraud. */
const flagged = (only: string) => `
  select count(distinct install_id) from fraud_flags
  where customer_id = $1 and (flagged_at at time zone 'UTC')::date between $3::date and $4::date ${only} and app_id`;

const installs = (only: string) => `
  with ${installed(only)}
  select json_build_object('period', ${PERIOD}, 'flagged_installs', (${flagged(only)} = any($2::uuid[])), 'apps', (
    select coalesce(json_agg(json_build_object('app_id', app_id, 'total', total, 'avg_confidence', average,
      'high_confidence_rate_pct', rate, 'flagged_installs', (${flagged(only)} = counted.app_id)) order by app_id), '[]')
    from (
      select app_id, count(*) as total, coalesce(round(avg(scored)), 0) as average, ${RATE} as rate
      from installed group by app_id) counted), 'days', json_agg(json_build_object(
    'date', date::date,
    'total', (select count(*) from installed where day = date),
    'by_model', (
      select coalesce(json_object_agg(model, n), '{}')
      from (select model, count(*) as n from installed where day = date group by model) counted),
    'by_channel', (
      select coalesce(json_object_agg(channel, n), '{}')
      from (select channel, count(*) as n from installed where day = date group by channel) counted),
    'avg_confidence', (select coalesce(round(avg(scored)), 0) from installed where day = date),
    'high_confidence_rate_pct', (select ${RATE} from installed where day = date)
  ) order by date)) as body
  from generate_series($3::date, $4::date, interval '1 day') as date`;

/** A device is seen by an event of the app in use, under the first of the event's ids that identifies it. */
const cohorts = (only: string) => `
  with identified as (
    select app_id, (occurred_at at time zone 'UTC')::date as day,
      case when installation_id is not null then 'installation_id'
           when android_id !~ '^[0-]*$' and android_id <> '9774d56d682e549c' then 'android_id'
           when gaid !~ '^[0-]*$' then 'gaid' end as kind,
      case when installation_id is not null then installation_id::text
           when android_id !~ '^[0-]*$' and android_id <> '9774d56d682e549c' then android_id
           when gaid !~ '^[0-]*$' then gaid end as value
    from events
    where customer_id = $1 and event_type not in ('click', 'uninstall')
  ),
  seen as materialized (
    select distinct device_id, day
    from identified join device_ids using (app_id, kind, value)
    where customer_id = $1
  ),
  cohort as (
    select device_id, (installed_at at time zone 'UTC')::date as cohort_date
    from installs
    where customer_id = $1 and app_id = any($2::uuid[]) and kind = 'install'
      and (installed_at at time zone 'UTC')::date between $3::date and $4::date
      and device_id in (select device_id from device_ids where customer_id = $1 and kind <> 'user_id') ${only}
  )
  select json_build_object('period', ${PERIOD}, 'cohorts', coalesce(json_agg(json_build_object(
    'cohort_date', cohort_date, 'installs', installs, 'retention', (
      select json_agg(json_build_object(
        'day', day,
        'devices', case when cohort_date + day <= $5::date then devices end,
        'rate_pct', case when cohort_date + day <= $5::date then round(100.0 * devices / installs, 1) end
      ) order by day)
      from (
        select day, (
          select count(*) from cohort member
          where member.cohort_date = sized.cohort_date and (day = 0 or exists (
            select from seen where seen.device_id = member.device_id and seen.day = member.cohort_date + offsets.day))
        ) as devices
        from (values (0), (1), (3), (7), (14), (30)) as offsets (day)
      ) counted)
  ) order by cohort_date), '[]')) as body
  from (select cohort_date, count(*) as installs from cohort group by cohort_date) sized`;

const log = (only: string) => `
  select json_build_object('period', ${PERIOD}, 'attributions', coalesce(json_agg(json_build_object(
    'attribution_id', attribution_id, 'install_id', install_id, 'app_id', app_id, 'install_kind', kind,
    'installed_at', round(extract(epoch from installed_at) * 1000)::float8, 'model', model,
    'channel', channel, 'campaign_id', campaign_id, 'click_id', click_id, 'country', country, 'confidence_score', confidence_score,
    'confidence_breakdown', confidence_breakdown, 'signals_used', signals_used, 'reason', reason,
    'rejected_candidates', rejected_candidates, 'postback_status', postback_status
  ) order by installed_at desc, attribution_id desc), '[]')) as body
  from (
    select attributions.*, installs.kind
    from attributions join installs using (customer_id, install_id)
    where customer_id = $1 and installs.app_id = any($2::uuid[])
      and (installs.installed_at at time zone 'UTC')::date between $3::date and $4::date ${only}
  ) decided`;

const fraud = (only: string) => `
  select json_build_object('period', ${PERIOD}, 'flags', coalesce(json_agg(json_build_object(
    'id', flag_id, 'install_id', install_id, 'app_id', app_id, 'rule', rule, 'rule_version', rule_version,
    'score', score, 'signals', signals, 'flagged_at', round(extract(epoch from flagged_at) * 1000)::float8
  ) order by flagged_at desc, flag_id desc), '[]')) as body
  from fraud_flags
  where customer_id = $1 and app_id = any($2::uuid[])
    and (flagged_at at time zone 'UTC')::date between $3::date and $4::date ${only}`;

/** Devices of several apps count in each. A name of an app's first 500; the traffic has fewer. */
const EVENTS = `
  with happened as (
    select event_type, nullif(case when event_type = 'custom' then custom_event_name end, '') as name, currency, revenue,
      (occurred_at at time zone 'UTC')::date as day,
      app_id || case when installation_id is not null then 'installation_id' || installation_id
           when android_id !~ '^[0-]*$' and android_id <> '9774d56d682e549c' then 'android_id' || android_id
           when gaid !~ '^[0-]*$' then 'gaid' || gaid end as device
    from events
    where customer_id = $1 and app_id = any($2::uuid[])
      and (occurred_at at time zone 'UTC')::date between $3::date and $4::date
  ), named as (
    select event_type, name, count(*) as count, count(distinct device) as devices, (
        select coalesce(json_object_agg(currency, amount), '{}')
        from (
          select currency, sum(revenue) as amount from happened other
          where other.event_type = happened.event_type and other.name is not distinct from happened.name
            and currency is not null and revenue is not null
          group by currency having sum(revenue) <> 0
        ) paid
      ) as revenue
    from happened
    group by event_type, name
  )
  select json_build_object('period', ${PERIOD},
    'events', (
      select coalesce(json_agg(json_build_object('event_type', event_type, 'custom_event_name', name, 'count', count,
        'devices', devices, 'revenue', revenue)
        order by count desc, (event_type || ' ' || coalesce(name, '')) collate "C"), '[]')
      from named),
    'days', (
      select json_agg(json_build_object('date', date::date,
        'count', (select count(*) from happened where day = date)) order by date)
      from generate_series($3::date, $4::date, interval '1 day') as date),
    'frequent', (
      select coalesce(json_agg(json_build_object('event_type', event_type, 'custom_event_name', name, 'counts', (
        select json_agg((
          select count(*) from happened
          where day = date and happened.event_type = frequent.event_type
            and happened.name is not distinct from frequent.name) order by date)
        from generate_series($3::date, $4::date, interval '1 day') as date)) order by place), '[]')
      from (
        select *, row_number() over (order by count desc, (event_type || ' ' || coalesce(name, '')) collate "C") as place
        from named
      ) frequent
      where place <= 7)
  ) as body`;

const STATEMENTS = {
  summary,
  installs,
  cohorts,
  attribution_log: log,
  fraud,
  events: () => EVENTS,
};

export type ReferenceName = keyof typeof STATEMENTS;

export interface ReferenceQuestion {
  readonly accountId: string;
  readonly appIds: readonly string[];
  /** UTC days, both inclusive. */
  readonly from: string;
  readonly to: string;
  readonly today: string;
  /** Of such installs alone. */
  readonly where?: readonly GroupCondition[];
}

/** The body that a resource has to answer; for one with pages, all rows at once and nothing of its pages. */
export async function referenceBody(
  pool: Pool,
  name: ReferenceName,
  { accountId, appIds, from, to, today, where = [] }: ReferenceQuestion,
): Promise<Record<string, unknown>> {
  const only = where.map((condition) => `and ${isOfGroup(condition)}`).join(' ');
  const values = [accountId, appIds, from, to, ...(name === 'cohorts' ? [today] : [])];
  const { rows } = await pool.query<{ body: Record<string, unknown> }>(STATEMENTS[name](only), values);
  return rows[0]?.body ?? {};
}
