import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { rebuildRollups } from '../counters/rebuild/rebuild-rollups.ts';
import { attributionsOf, clickLink, processQueued, send } from '../testing/attributed-app.ts';
import { createLink } from '../testing/create-link.ts';
import { perTest } from '../testing/per-suite.ts';
import { addApp, createTenant, freshAddress } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';
import { countClicks } from './clicks/count-clicks.ts';

/** A phone whose model sounds like a crawler. */
const PHONE =
  'Mozilla/5.0 (Linux; U; Android 7.0; M bot 60 Build/NRD90M) AppleWebKit/537.36 Mobile Safari/537.36';

const service = useService();
const tenant = perTest(() => createTenant(service));

const linkOf = (more: Record<string, unknown> = {}) =>
  createLink(tenant, { p_channel: 'influencer', ...more });
const tap = (slug: string, more: { query?: string; from?: string } = {}) =>
  clickLink(service, slug, { userAgent: PHONE, ...more });

/** As the procedure, the counters and a rebuild of them say, which must agree. */
async function countsOf(link: { id: string }): Promise<unknown> {
  const { workPool } = service.services;
  const stats = async () =>
    (await (await tenant.owner.rpc('link_stats', { p_link_id: link.id })).json()) as Record<string, number>;
  const before = await stats();
  await countClicks(workPool);
  expect(await rebuildRollups(workPool, tenant.accountId)).toMatchObject({ links: 0, installs: 0 });
  const { clicks, repeats, bots, installs } = await stats();
  expect(before).toMatchObject({ clicks, repeats, bots, installs });
  return { clicks, repeats, bots, installs };
}

describe('a click that was taken for a bot’s', () => {
  test('is stored, and does not count', async () => {
    const link = await linkOf();
    await tap(link.slug);
    expect(await countsOf(link)).toEqual({ clicks: 0, repeats: 0, bots: 1, installs: 0 });
  });

  test.each([
    ['by the store’s referrer', 'install_referrer', ({ referrer }: Named) => ({ referrer })],
    ['by its id', 'click_id', ({ clickId }: Named) => ({ click_id: clickId })],
    ['by the advertising id', 'deterministic', ({ id }: Named) => ({ gaid: id })],
    ['by the Android id', 'deterministic', ({ id }: Named) => ({ android_id: id })],
    ['by the vendor’s id', 'deterministic', ({ id }: Named) => ({ idfv: id })],
    ['by Apple’s advertising id', 'deterministic', ({ id }: Named) => ({ idfa: id })],
  ])('is a click once an install names it %s', async (_by, model, nameIt) => {
    const link = await linkOf();
    const id = randomUUID();
    const query = `?gaid=${id}&android_id=${id}&idfv=${id}&idfa=${id}`;
    const click = await tap(link.slug, { query });
    const another = await tap(link.slug, { query: '?gaid=7d6c8c1e-6ad6-4dc4-a7c0-8f3c1c9b8a6e' });
    expect(another.clickId).not.toBe(click.clickId);
    await send(service, tenant, { event_type: 'install', ...nameIt({ ...click, id }) });
    await processQueued(service);
    expect(await attributionsOf(service, tenant)).toMatchObject([
      { model, click_id: click.clickId, channel: 'influencer' },
    ]);
    expect(await countsOf(link)).toEqual({ clicks: 1, repeats: 0, bots: 1, installs: 1 });
  });

  test('counts once, however many installs name it at the same time', async () => {
    const link = await linkOf();
    const { referrer, clickId } = await tap(link.slug);
    for (let n = 0; n < 4; n++)
      await send(service, tenant, { event_type: 'install', android_id: `phone-${n}`, referrer });
    await Promise.all([processQueued(service), processQueued(service)]);
    expect((await attributionsOf(service, tenant)).map(({ click_id }) => click_id)).toEqual(
      Array.from({ length: 4 }, () => clickId),
    );
    expect(await countsOf(link)).toEqual({ clicks: 1, repeats: 0, bots: 0, installs: 4 });
  });

  test('and tapped twice is one click and its repeat', async () => {
    const link = await linkOf();
    const gaid = randomUUID();
    const visit = { query: `?gaid=${gaid}`, from: freshAddress() };
    const { clickId } = await tap(link.slug, visit);
    expect((await tap(link.slug, visit)).clickId).toBe(clickId);
    expect(await countsOf(link)).toEqual({ clicks: 0, repeats: 0, bots: 2, installs: 0 });
    await send(service, tenant, { event_type: 'install', gaid });
    await processQueued(service);
    expect(await attributionsOf(service, tenant)).toMatchObject([{ click_id: clickId }]);
    expect(await countsOf(link)).toEqual({ clicks: 1, repeats: 1, bots: 0, installs: 1 });
  });

  test('uses up its link’s clicks', async () => {
    const link = await linkOf({ p_max_clicks: 2, p_expired_url: 'https://example.com/over' });
    const { referrer } = await tap(link.slug);
    await send(service, tenant, { event_type: 'install', referrer });
    await processQueued(service);
    const ways = [];
    for (let n = 0; n < 2; n++) ways.push((await clickLink(service, link.slug)).clickId !== '');
    expect(ways).toEqual([true, false]);
    expect(await countsOf(link)).toEqual({ clicks: 2, repeats: 0, bots: 0, installs: 1 });
  });

  test('uses up the clicks of a link that is limited afterwards', async () => {
    const link = await linkOf();
    const { referrer } = await tap(link.slug);
    await send(service, tenant, { event_type: 'install', referrer });
    await processQueued(service);
    const limit = { p_max_clicks: 2, p_expired_url: 'https://example.com/over' };
    await tenant.owner.rpc('update_link', { p_link_id: link.id, ...limit });
    const ways = [];
    for (let n = 0; n < 2; n++) ways.push((await clickLink(service, link.slug)).clickId !== '');
    expect(ways).toEqual([true, false]);
  });

  test('is a click once an app that was opened names it', async () => {
    const link = await linkOf();
    const { clickId } = await tap(link.slug);
    await send(service, tenant, { event_type: 're_engagement', click_id: clickId, android_id: 'a-1' });
    await processQueued(service);
    expect(await countsOf(link)).toEqual({ clicks: 1, repeats: 0, bots: 0, installs: 0 });
  });

  test('stays one where an install of another app names it, or an event that is no install', async () => {
    const link = await linkOf();
    const { clickId } = await tap(link.slug);
    const app_id = await addApp(tenant);
    const elsewhere = await createLink(tenant, { p_app_id: app_id, p_channel: 'influencer' });
    const ofAnother = await tap(elsewhere.slug);
    const named = { click_id: ofAnother.clickId, referrer: ofAnother.referrer };
    await send(service, tenant, { event_type: 'install', ...named });
    await send(service, tenant, { event_type: 'session_start', click_id: clickId, android_id: 'a-2' });
    await processQueued(service);
    for (const untouched of [link, elsewhere])
      expect(await countsOf(untouched)).toEqual({ clicks: 0, repeats: 0, bots: 1, installs: 0 });
  });
});

interface Named {
  readonly referrer: string;
  readonly clickId: string;
  readonly id: string;
}
