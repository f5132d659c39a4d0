import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { startWorkers, type Workers } from '../run/assembly/workers.ts';
import { attributionsOf, clickLink, processQueued, send } from '../testing/attributed-app.ts';
import { createSlug } from '../testing/create-link.ts';
import { perTest } from '../testing/per-suite.ts';
import { addApp, createTenant, type Tenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';

const HOUR_MS = 3_600_000;

const service = useService();
const tenant = perTest(() => createTenant(service));

async function summaryOf(who: Tenant): Promise<Record<string, unknown>> {
  return (await (await who.owner.get('/v1/analytics?resource=summary')).json()) as Record<string, unknown>;
}

describe('an install is attributed', () => {
  test('to the click that the store hands on, and shows in the summary and the log', async () => {
    const { clickId, referrer } = await clickLink(service, await createSlug(tenant));
    await send(service, tenant, {
      event_type: 'install',
      referrer,
      android_id: 'a-1',
      device_model: 'SM-A155F',
      os_name: 'Android',
      os_version: '14',
    });
    await processQueued(service);
    expect(await summaryOf(tenant)).toMatchObject({
      total_installs: 1,
      avg_confidence_score: 99,
      high_confidence_rate_pct: 100,
      installs_by_model: { install_referrer: 1 },
      installs_by_channel: { influencer: 1 },
    });
    const log = await (await tenant.owner.get('/v1/analytics?resource=attribution_log')).json();
    expect(log).toMatchObject({
      attributions: [
        {
          app_id: tenant.appId,
          model: 'install_referrer',
          channel: 'influencer',
          click_id: clickId,
          confidence_score: 99,
          confidence_breakdown: { match_type: 97, time_to_install: 1, device_model: 1, os: 1, limit: -1 },
          signals_used: ['install_referrer', 'click_time'],
          reason: expect.stringContaining(`The install referrer carries click ${clickId} (influencer)`),
          rejected_candidates: [],
          postback_status: null,
        },
      ],
      truncated: false,
    });
  });

  test('to the click that the event names', async () => {
    const { clickId } = await clickLink(service, await createSlug(tenant));
    await send(service, tenant, { event_type: 'install', click_id: clickId });
    await processQueued(service);
    expect(await attributionsOf(service, tenant)).toMatchObject([{ model: 'click_id', click_id: clickId }]);
  });

  test('to nothing, where there is nothing', async () => {
    await send(service, tenant, {
      event_type: 'install',
      referrer: 'utm_source=google-play&utm_medium=organic',
    });
    await processQueued(service);
    expect(await attributionsOf(service, tenant)).toMatchObject([
      { model: 'organic', channel: 'organic', click_id: null, confidence_score: 99 },
    ]);
  });

  test('to a click of the same advertising id, as the ad network filled it in', async () => {
    const gaid = randomUUID();
    const { clickId } = await clickLink(service, await createSlug(tenant), { query: `?gaid=${gaid}` });
    await send(service, tenant, { event_type: 'install', gaid });
    await processQueued(service);
    expect(await attributionsOf(service, tenant)).toMatchObject([
      { model: 'deterministic', click_id: clickId },
    ]);
  });

  test('to a click that an SDK reported in the same batch', async () => {
    const clickId = randomUUID();
    const now = Date.now();
    await send(service, tenant, { event_type: 'install', timestamp: now, android_id: 'same' });
    await send(service, tenant, {
      event_type: 'click',
      timestamp: now - 5000,
      click_id: clickId,
      android_id: 'same',
      channel: 'sms',
    });
    await processQueued(service);
    expect(await attributionsOf(service, tenant)).toMatchObject([
      { model: 'deterministic', channel: 'sms', click_id: clickId },
    ]);
  });

  test('to a click by a device that looks the same on the same network', async () => {
    const from = '203.0.113.40';
    const { clickId } = await clickLink(service, await createSlug(tenant), { from });
    // An immediate install would be too fast for any store.
    await service.services.workPool.query(
      `update clicks set clicked_at = (clicked_at at time zone 'UTC' - interval '1 minute') at time zone 'UTC' where click_id = $1`,
      [clickId],
    );
    const looks = { device_model: 'SM-A155F', os_name: 'Android', os_version: '14' };
    await send(service, tenant, { event_type: 'install', ...looks }, { 'x-forwarded-for': '203.0.113.99' });
    await processQueued(service);
    expect(await attributionsOf(service, tenant)).toMatchObject([
      { model: 'probabilistic', click_id: clickId, confidence_score: 95 },
    ]);
  });

  test('never probabilistically on a network that many share', async () => {
    await clickLink(service, await createSlug(tenant), { from: '100.64.3.7' });
    const looks = { device_model: 'SM-A155F', os_name: 'Android', os_version: '14' };
    await send(service, tenant, { event_type: 'install', ...looks }, { 'x-forwarded-for': '100.64.3.7' });
    await processQueued(service);
    expect(await attributionsOf(service, tenant)).toMatchObject([{ model: 'organic' }]);
  });

  test('never to a click of another account, nor of another app', async () => {
    const other = await createTenant(service);
    const gaid = randomUUID();
    const { referrer, clickId } = await clickLink(service, await createSlug(other), {
      query: `?gaid=${gaid}`,
      from: '203.0.113.40',
    });
    const looks = { device_model: 'SM-A155F', os_name: 'Android', os_version: '14' };
    const event = { event_type: 'install', referrer, click_id: clickId, gaid, ...looks };
    await send(service, tenant, event, { 'x-forwarded-for': '203.0.113.99' });
    await service.services.workPool.query('update clicks set app_id = $1 where click_id = $2', [
      await addApp(other),
      clickId,
    ]);
    await send(service, other, event, { 'x-forwarded-for': '203.0.113.99' });
    await processQueued(service);
    expect(await attributionsOf(service, tenant)).toMatchObject([
      { model: 'organic', rejected_candidates: [{ reason: 'there is no such click' }, {}] },
    ]);
    expect(await attributionsOf(service, other)).toMatchObject([
      { model: 'organic', rejected_candidates: [{ reason: 'the click belongs to another app' }, {}] },
    ]);
  });

  test('within windows that its app sets', async () => {
    await service.services.workPool.query(
      `update apps set settings = '{"click_window_hours": 1}' where id = $1`,
      [tenant.appId],
    );
    const { referrer, clickId } = await clickLink(service, await createSlug(tenant));
    await service.services.workPool.query(
      `update clicks set clicked_at = (clicked_at at time zone 'UTC' - interval '61 minutes') at time zone 'UTC' where click_id = $1`,
      [clickId],
    );
    await send(service, tenant, { event_type: 'install', referrer });
    await processQueued(service);
    expect(await attributionsOf(service, tenant)).toMatchObject([
      {
        model: 'organic',
        rejected_candidates: [{ reason: expect.stringContaining('outside the window of 1 h') }],
      },
    ]);
  });

  test('by the time that it happened, however late it arrives', async () => {
    const { referrer, clickId } = await clickLink(service, await createSlug(tenant));
    const daysAgo = 20 * 24 * HOUR_MS;
    await service.services.workPool.query(
      `update clicks set clicked_at = (clicked_at at time zone 'UTC' - interval '20 days') at time zone 'UTC' where click_id = $1`,
      [clickId],
    );
    await send(service, tenant, { event_type: 'install', referrer, age_ms: daysAgo - HOUR_MS / 2 });
    await processQueued(service);
    expect(await attributionsOf(service, tenant)).toMatchObject([
      { model: 'install_referrer', confidence_breakdown: { time_to_install: 1 } },
    ]);
  });
});

describe('the workers', () => {
  let workers: Workers | undefined;
  afterEach(() => workers?.stop());

  test('attribute what is accepted within two seconds', async () => {
    workers = startWorkers(service.services);
    const { referrer } = await clickLink(service, await createSlug(tenant));
    await send(service, tenant, { event_type: 'install', referrer });
    await expect.poll(() => summaryOf(tenant)).toMatchObject({ total_installs: 1 });
  });
});
