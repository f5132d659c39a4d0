import { GROUP_BY } from '@tributary/server/analytics/group-by';
import type { Resource } from '@tributary/server/analytics/resource';
import { RESOURCES } from '@tributary/server/analytics/resources';
import { perSuite } from '@tributary/server/testing/per-suite';
import { createTenant } from '@tributary/server/testing/test-tenant';
import { useService } from '@tributary/server/testing/use-service';
import { Client } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { explainResource, findFullScans } from './explain-resource.ts';

/** GROUP_PLAN_DAYS=1000 makes a million rows of each counter. */
const DAYS = Number(process.env.GROUP_PLAN_DAYS ?? 100);
/** Rows of a day for each of the four dimensions. */
const VALUES = 250;

const service = useService();
const tenant = perSuite(() => createTenant(service));

const KEYS = `
  select $1::uuid, $2::uuid, dimension, date '2026-03-01' - n, (array['KE', 'DE', ''])[1 + v % 3],
    case when dimension = 'campaign_id' then md5(v::text)::uuid::text else 'v' || v end, false,
    case when dimension = 'campaign_id' then 'organic' else '' end, case when dimension = 'campaign_id' then 'sms' else '' end`;
const ROWS = `
  from unnest(array['app_version', 'campaign_id', 'device_model', 'os_version']) as dimension,
    generate_series(1, $3::int) as n, generate_series(1, ${VALUES}) as v`;
const KEY = 'customer_id, app_id, dimension, day, country, value, is_rest, model, channel';

beforeAll(async () => {
  const { backgroundPool } = service.services;
  const values = [tenant.accountId, tenant.appId, DAYS];
  await backgroundPool.query(
    `insert into install_group_counts (${KEY}, installs, attributed, confidence_sum, high_confidence, unscored)
     ${KEYS}, 3, 1, 200, 2, 0 ${ROWS}`,
    values,
  );
  await backgroundPool.query(
    `insert into cohort_group_counts (${KEY}, day_offset, devices) ${KEYS}, 0, 3 ${ROWS}`,
    values,
  );
  await backgroundPool.query(
    `insert into revenue_group_counts (${KEY}, provider, currency, payments, gross, refunded, attributed_payments, attributed,
       in_app, payment, possible_double)
     ${KEYS}, 'generic', 'EUR', 1, 5, 0, 1, 5, 0, 5, 0 ${ROWS}`,
    values,
  );
  await backgroundPool.query('analyze install_group_counts, cohort_group_counts, revenue_group_counts');
}, 300_000);

const GROUPED = RESOURCES.filter((resource: Resource) => resource.grouped) as readonly Resource[];

test.each(GROUPED.map((resource) => [resource.name, resource] as const))(
  '%s in groups reads the days that are asked for, by an index, whatever it is grouped by',
  async (_name, resource) => {
    const client = new Client({ connectionString: service.databaseUrl });
    await client.connect();
    try {
      for (const groupBy of GROUP_BY) {
        for (const country of [null, 'KE']) {
          const explained = await explainResource(
            client,
            resource,
            { customerId: tenant.accountId, appIds: [tenant.appId] },
            {
              period: { from: '2026-02-20', to: '2026-02-28' },
              today: '2026-03-01',
              groupBy,
              country,
              hasFeature: () => true,
            },
          );
          expect(findFullScans(explained), `${groupBy} ${country}\n${explained.steps.join('\n')}`).toEqual(
            [],
          );
          if (DAYS >= 1000)
            process.stdout.write(
              `${resource.name} ${groupBy} ${country}: ${explained.buffers} pages, ${explained.ms.toFixed(0)} ms\n`,
            );
        }
      }
    } finally {
      await client.end();
    }
  },
  120_000,
);
