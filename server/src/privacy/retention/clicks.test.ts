import { beforeEach, describe, expect, test } from 'vitest';
import { settle } from '../../analytics/testing/traffic-world.ts';
import { countClicks } from '../../attribution/clicks/count-clicks.ts';
import { rebuildRollups } from '../../counters/rebuild/rebuild-rollups.ts';
import { clickLink, send } from '../../testing/attributed-app.ts';
import { createLink } from '../../testing/create-link.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { runRetention } from './run-retention.ts';
import { keptRows } from './testing/kept-rows.ts';

const START = Date.UTC(2026, 4, 10, 12);
const DAY = 86_400_000;
let now = START;

const service = useService({ clock: () => now });
beforeEach(() => {
  now = START;
});
const tenant = perTest(() => createTenant(service));

const pool = () => service.services.backgroundPool;
const run = (days: number) => runRetention({ pool: pool(), clock: () => now, days });

const { rows, idsOf, countersNow } = keptRows(service, tenant);

describe('old clicks', () => {
  test('go after the app’s window, unless an attribution names them', async () => {
    const { slug } = await createLink(tenant);
    const lost = await clickLink(service, slug);
    const named = await clickLink(service, slug);
    await send(service, tenant, { event_type: 'install', referrer: named.referrer, timestamp: now });
    await settle(service);
    while ((await countClicks(pool())) > 0);
    const counted = await countersNow();
    now += 2 * DAY;
    expect(await run(1)).toMatchObject({ clicks: 0 });
    await tenant.owner.rpc('update_app', { p_app_id: tenant.appId, p_settings: { click_window_hours: 240 } });
    now += 6 * DAY;
    expect(await run(1)).toMatchObject({ clicks: 0 });
    expect(await idsOf('clicks')).toEqual([lost.clickId, named.clickId].toSorted());
    now += 3 * DAY;
    expect(await run(1)).toMatchObject({ clicks: 1 });
    expect(await idsOf('clicks')).toEqual([named.clickId]);
    expect((await countersNow())[2]).toEqual(counted[2]);
    expect(await rebuildRollups(pool(), tenant.accountId)).toMatchObject({ links: 0 });
    const led = await service.request(`/v1/deep-link?click_id=${named.clickId}`, {
      headers: { accept: 'application/json' },
    });
    expect(led.status).toBe(200);
  });

  test('stay while an event waits that may be attributed to them', async () => {
    const { slug } = await createLink(tenant);
    const { referrer, clickId } = await clickLink(service, slug);
    now += 1000;
    await send(service, tenant, { event_type: 'install', referrer, timestamp: now });
    now += 31 * DAY;
    expect(await run(30)).toMatchObject({ clicks: 0, events: 0 });
    await settle(service);
    expect(await rows('select click_id from attributions where customer_id = $1')).toEqual([
      { click_id: clickId },
    ]);
  });
});
