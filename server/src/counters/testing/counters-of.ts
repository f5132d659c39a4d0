import type { TrafficWorld } from '../../analytics/testing/traffic-world.ts';
import type { TestService } from '../../testing/test-service.ts';

/** Everything that is counted of the world's account, in a fixed order, rows of nothing left out. */
export async function countersOf(service: TestService, { tenant }: TrafficWorld): Promise<unknown[][]> {
  const read = async (text: string) =>
    (await service.services.workPool.query(text, [tenant.accountId])).rows as unknown[];
  return [
    await read(`select app_id, day::text, model, channel, installs, confidence_sum, high_confidence
      from install_counts where customer_id = $1 and (installs, confidence_sum) <> (0, 0) order by 1, 2, 3, 4`),
    await read(`select app_id, day::text, campaign_id, installs from campaign_counts
      where customer_id = $1 and installs <> 0 order by 1, 2, 3`),
    await read(`select link_id, day::text, country, clicks, repeats, bots, installs from link_counts
      where customer_id = $1 and (clicks, repeats, bots, installs) <> (0, 0, 0, 0) order by 1, 2, 3`),
    await read(`select app_id, cohort_day::text, day_offset, devices from cohort_counts
      where customer_id = $1 and devices <> 0 order by 1, 2, 3`),
    await read(`select app_id, event_type, event_name, day::text, currency, country, events,
        trim_scale(revenue) as revenue
      from event_counts join event_kinds using (customer_id, app_id, kind)
      where customer_id = $1 and events <> 0 order by 1, 2, 3, 4, 5, 6`),
    await read(`select app_id, event_type, event_name, day::text, previous_day::text, devices
      from event_device_counts join event_kinds using (customer_id, app_id, kind)
      where customer_id = $1 and devices <> 0 order by 1, 2, 3, 4, 5`),
  ];
}
