import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { rebuildRollups } from '../../../counters/rebuild/rebuild-rollups.ts';
import { settleRevenue } from '../../../payments/testing/books.ts';
import { clickLink, send } from '../../../testing/attributed-app.ts';
import { createSlug } from '../../../testing/create-link.ts';
import { perTest } from '../../../testing/per-suite.ts';
import { addCampaign, createTenant } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';
import { forget } from '../testing/post-forget.ts';

const DAY = 86_400_000;
let now = Date.UTC(2026, 5, 1, 12);
const service = useService({ clock: () => now });
const tenant = perTest(() => createTenant(service));
const ids = perTest(async () => ({ mine: randomUUID(), theirs: randomUUID(), gaid: randomUUID() }));

interface Group {
  readonly cohorts: readonly { readonly retention: readonly object[] }[];
  readonly revenue: Readonly<Record<string, { readonly in_app_revenue: number }>>;
}
interface Report extends Group {
  readonly groups: readonly Group[];
}
const report = async (resource: string, query: string): Promise<Report> => {
  const dates = `date_from=2026-06-01&date_to=${new Date(now).toISOString().slice(0, 10)}`;
  const response = await tenant.owner.get(`/v1/analytics?resource=${resource}&${dates}&${query}`);
  return (await response.json()) as Report;
};
const corrections = async () =>
  Object.entries(await rebuildRollups(service.services.backgroundPool, tenant.accountId)).filter(
    ([, rows]) => rows > 0,
  );

/** An install of one installation through a campaign, and a day later what another on the same device does. */
async function play(): Promise<void> {
  const campaign = await addCampaign(tenant);
  const slug = await createSlug(tenant, { p_campaign_id: campaign });
  const { referrer } = await clickLink(service, slug);
  const device = { gaid: ids.gaid, device_model: 'Model', app_version: '1.0' };
  now += 1000;
  await send(service, tenant, { event_type: 'install', installation_id: ids.theirs, referrer, ...device });
  await settleRevenue(service);
  now += DAY;
  const mine = { installation_id: ids.mine, ...device, app_version: '2.0' };
  await send(service, tenant, { event_type: 'open', ...mine });
  await send(service, tenant, { event_type: 'purchase', ...mine, revenue: 4, currency: 'EUR' });
  await settleRevenue(service);
}

describe('when an installation on the device of another is forgotten, its counters of groups go with it', () => {
  test.each(['app_version', 'device_model', 'campaign_id', 'channel', 'model', 'country', 'os_version'])(
    'by %s',
    async (name) => {
      await play();
      const seen = (await report('cohorts', `group_by=${name}`)).groups[0];
      expect(seen?.cohorts[0]?.retention[1]).toMatchObject({ day: 1, devices: 1 });
      const paid = (await report('roas', `group_by=${name}`)).groups[0];
      expect(paid?.revenue.EUR?.in_app_revenue).toBe(4);

      await forget(service, tenant, { installation_id: ids.mine });
      await settleRevenue(service);
      const { groups, cohorts } = await report('cohorts', `group_by=${name}`);
      expect(groups.map((one) => one.cohorts)).toEqual([cohorts]);
      expect(cohorts[0]?.retention[1]).toMatchObject({ day: 1, devices: 0 });
      const roas = await report('roas', `group_by=${name}`);
      expect(roas.groups.map(({ revenue }) => revenue)).toEqual([{}]);
      expect(await corrections()).toEqual([]);
    },
  );
});
