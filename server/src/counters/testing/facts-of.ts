import type { TrafficWorld } from '../../analytics/testing/traffic-world.ts';
import type { TestService } from '../../testing/test-service.ts';

const NAME = `case when event_type = 'custom' then coalesce(custom_event_name, '') else '' end`;

/** What `countersOf` returns, from what happened alone. */
export async function factsOf(service: TestService, { tenant }: TrafficWorld): Promise<unknown[][]> {
  const read = async (text: string) =>
    (await service.services.workPool.query(text, [tenant.accountId])).rows as unknown[];
  const counted = `attributions.customer_id = $1 and install_kind = 'install' and counted_day is not null`;
  return [
    await read(`select app_id, (installed_at at time zone 'UTC')::date::text as day, model, channel,
        count(*) as installs, sum(confidence_score)::bigint as confidence_sum,
        count(*) filter (where confidence_score >= 80) as high_confidence
      from attributions where ${counted} group by 1, 2, 3, 4 order by 1, 2, 3, 4`),
    await read(`select app_id, (installed_at at time zone 'UTC')::date::text as day, campaign_id, count(*) as installs
      from attributions where ${counted} and campaign_id is not null group by 1, 2, 3 order by 1, 2, 3`),
    await read(`select link_id, day::text, country, sum(click)::bigint as clicks, sum(again)::bigint as repeats,
        sum(bot)::bigint as bots, sum(install)::bigint as installs
      from (
        select link_id, (clicked_at at time zone 'UTC')::date as day, coalesce(country, '') as country,
          (excluded_because is null)::int as click, (coalesce(excluded_because, '') = 'repeat')::int as again,
          (coalesce(excluded_because, '') = 'bot')::int as bot, 0 as install
        from clicks where customer_id = $1 and source = 'link'
        union all
        select link_id, (installed_at at time zone 'UTC')::date, coalesce(country, ''), 0, 0, 0, 1
        from attributions where ${counted} and link_id is not null
      ) counted group by 1, 2, 3 order by 1, 2, 3`),
    await read(`select app_id, cohort_day::text, day_offset, count(distinct device_id) as devices
      from (
        select installs.app_id, installs.device_id, (installs.installed_at at time zone 'UTC')::date as cohort_day,
          unnest(array[0, device_days.day - (installs.installed_at at time zone 'UTC')::date]) as day_offset
        from attributions
        join installs on installs.customer_id = $1 and installs.install_id = attributions.install_id
        join device_ids ids on ids.customer_id = $1 and ids.app_id = installs.app_id and ids.device_id = installs.device_id
        left join device_days on device_days.customer_id = $1 and device_days.app_id = ids.app_id
          and device_days.device_key = ids.device_key
        where ${counted} and ids.kind <> 'user_id'
      ) seen where day_offset in (0, 1, 3, 7, 14, 30) group by 1, 2, 3 order by 1, 2, 3`),
    await read(`select app_id, event_type, ${NAME} as event_name, (occurred_at at time zone 'UTC')::date::text as day,
        case when revenue is null or currency is null then '' else currency end as currency, coalesce(country, '') as country,
        count(*) as events,
        trim_scale(coalesce(sum(revenue) filter (where currency is not null), 0)) as revenue
      from events where customer_id = $1 group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`),
    await read(`select app_id, event_type, event_name, day::text, coalesce(before, '-infinity')::text as previous_day,
        count(*) as devices
      from (
        select *, lag(day) over (partition by app_id, event_type, event_name, device_key order by day) as before
        from (select distinct app_id, event_type, ${NAME} as event_name, device_key,
          (occurred_at at time zone 'UTC')::date as day
          from events where customer_id = $1 and device_key is not null) shown
      ) seen group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`),
  ];
}
