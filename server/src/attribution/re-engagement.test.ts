import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { attributionsOf, clickLink, processQueued, send } from '../testing/attributed-app.ts';
import { createSlug } from '../testing/create-link.ts';
import { perTest } from '../testing/per-suite.ts';
import { addCampaign, createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
const tenant = perTest(() => createTenant(service));

async function clicks(source: string): Promise<Record<string, unknown>[]> {
  const { rows } = await service.services.workPool.query(
    'select * from clicks where customer_id = $1 and source = $2',
    [tenant.accountId, source],
  );
  return rows;
}

test('a re-engagement is kept as such, with the campaign of its click, and is no install', async () => {
  const { clickId } = await clickLink(service, await createSlug(tenant));
  await send(service, tenant, { event_type: 're_engagement', click_id: clickId, android_id: 'back' });
  await processQueued(service);
  expect(await clicks('re_engagement')).toMatchObject([
    { original_click_id: clickId, channel: 'influencer', android_id: 'back' },
  ]);
  expect(await attributionsOf(service, tenant)).toEqual([]);
});

test('a device that came back by a click and then installs again is known by it', async () => {
  const { clickId } = await clickLink(service, await createSlug(tenant));
  await send(service, tenant, { event_type: 'install', android_id: 'back', age_ms: 30 * 86_400_000 });
  await send(service, tenant, { event_type: 're_engagement', click_id: clickId, android_id: 'back' });
  await processQueued(service);
  await send(service, tenant, { event_type: 'install', android_id: 'back' });
  await processQueued(service);
  expect(await attributionsOf(service, tenant)).toMatchObject([
    { install_kind: 'install', model: 'organic' },
    {
      install_kind: 'reinstall',
      model: 'deterministic',
      click_id: clickId,
      reason: expect.stringContaining(`returned through click ${clickId}`),
    },
  ]);
});

test('a re-engagement by an unknown click is ignored and not kept', async () => {
  await send(service, tenant, { event_type: 're_engagement', click_id: randomUUID(), android_id: 'back' });
  await processQueued(service);
  expect(await clicks('re_engagement')).toEqual([]);
});

test('a click event takes its campaign only from the account’s own', async () => {
  const stranger = await createTenant(service);
  const [own, foreign] = [
    await addCampaign(tenant, { p_channel: 'email' }),
    await addCampaign(stranger, { p_channel: 'email' }),
  ];
  await send(service, tenant, { event_type: 'click', campaign_id: own, gaid: 'g-1' });
  await send(service, tenant, { event_type: 'click', campaign_id: foreign, gaid: 'g-2' });
  await processQueued(service);
  expect(
    (await clicks('event')).toSorted((a, b) => String(a.gaid).localeCompare(String(b.gaid))),
  ).toMatchObject([
    { gaid: 'g-1', campaign_id: own, channel: 'email' },
    { gaid: 'g-2', campaign_id: null, channel: 'unknown' },
  ]);
});

test('devices that opted out never match each other', async () => {
  const zeros = '00000000-0000-0000-0000-000000000000';
  await clickLink(service, await createSlug(tenant), { query: `?gaid=${zeros}` });
  await send(service, tenant, { event_type: 'click', gaid: zeros, channel: 'sms' });
  await send(service, tenant, { event_type: 'install', gaid: zeros });
  await processQueued(service);
  expect(await attributionsOf(service, tenant)).toMatchObject([
    { model: 'organic', rejected_candidates: [] },
  ]);
});
