import type { TestService } from '../../../testing/test-service.ts';

type Row = Record<string, unknown>;

/** Reads what is kept of an account; each statement names it as $1. */
export function keptRows(service: TestService, tenant: { readonly accountId: string }) {
  const rows = async (text: string): Promise<Row[]> =>
    (await service.services.backgroundPool.query(text, [tenant.accountId])).rows;
  return {
    rows,
    /** The ids of its events or clicks, sorted. */
    async idsOf(table: 'events' | 'clicks'): Promise<unknown[]> {
      const id = table === 'events' ? 'event_id' : 'click_id';
      const found = await rows(`select ${id} as id from ${table} where customer_id = $1`);
      return found.map((row) => row.id).toSorted();
    },
    /** What was counted, one list of rows a table, and what was attributed to what. */
    countersNow: async (): Promise<Row[][]> => [
      await rows('select * from event_counts where customer_id = $1 order by day, kind, currency, country'),
      await rows('select * from event_device_counts where customer_id = $1 order by day, kind, previous_day'),
      await rows('select * from link_counts where customer_id = $1 order by link_id, day'),
      await rows('select * from install_counts where customer_id = $1 order by day, model, channel'),
      await rows('select * from cohort_counts where customer_id = $1 order by cohort_day, day_offset'),
      await rows('select * from usage_months where customer_id = $1'),
      await rows('select attribution_id, click_id from attributions where customer_id = $1 order by 1'),
    ],
  };
}
