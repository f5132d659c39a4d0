import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { MANY_FAILURES } from './deliver/lanes/failing-lanes.ts';

const COUNT = `
  select postback_format as network, count(*)::int as configs
  from postback_failures
  join ad_network_configs on ad_network_configs.id = config_id
  where failures >= ${MANY_FAILURES}
  group by postback_format`;

/** Adds how many configs there are whose network is considered down, read whenever the metrics are read. */
export function addFailingNetworksGauge(registry: Registry, pool: Pool): void {
  new Gauge({
    name: 'tributary_postback_failing_configs',
    help: 'Ad network configs whose network fails again and again, so that it is tried less often',
    labelNames: ['network'],
    // Every process reads the same rows.
    aggregator: 'max',
    registers: [registry],
    async collect() {
      this.reset();
      // Without the database there is nothing to say, as of queues.
      const { rows } = await pool
        .query<{ network: string; configs: number }>(COUNT)
        .catch(() => ({ rows: [] }));
      for (const { network, configs } of rows) this.set({ network }, configs);
    },
  });
}

/** A network that fails again and again, for people. */
export const LIST_FAILING = `
  select configs.id, configs.customer_id, configs.postback_format, failures,
    round(extract(epoch from failing_since) * 1000)::float8 as failing_since,
    (select count(*)::int from (
      select 1 from postback_queue queued where queued.config_id = configs.id limit 100000) counted) as waiting
  from postback_failures
  join ad_network_configs configs on configs.id = config_id
  where failures >= ${MANY_FAILURES}
  order by failing_since, configs.id
  limit 100`;

export interface FailingNetwork {
  readonly id: string;
  readonly customer_id: string;
  readonly postback_format: string;
  readonly failures: number;
  /** Unix ms. */
  readonly failing_since: number;
  readonly waiting: number;
}

/** A sentence about it for the operator. */
export function describeFailing(network: FailingNetwork): string {
  const { id, customer_id, postback_format, failures, failing_since, waiting } = network;
  return (
    `the ad network of config ${id} (${postback_format}, account ${customer_id}) has failed ${failures} times in a row ` +
    `since ${new Date(failing_since).toISOString()}; it is tried once a minute, and ${waiting} deliveries wait`
  );
}
