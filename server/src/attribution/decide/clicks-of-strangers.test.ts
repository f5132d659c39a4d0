import { randomUUID } from 'node:crypto';
import { migrate } from '@tributary/db/migrate';
import { describe, expect, test } from 'vitest';
import { attributionsOf, clickLink, processQueued } from '../../testing/attributed-app.ts';
import { createSlug } from '../../testing/create-link.ts';
import { useLookAlikes } from '../testing/use-look-alikes.ts';

const MINUTE_MS = 60_000;
const PROMO = { p_deep_link_path: '/promo/1', p_deferred_params: { coupon: 'X1', source: 'link' } };

const { service, tenant, report, decided, click, deferred } = useLookAlikes();

describe('a click that an install names is no other device’s by likeness', () => {
  const named = { model: 'probabilistic', reason: expect.stringContaining('another device') };

  test.each([
    ['referrer', (clickId: string) => ({ referrer: `service_click_id=${clickId}` })],
    ['click id', (clickId: string) => ({ click_id: clickId })],
  ])('by its %s', async (_what, naming) => {
    const clickId = await click(await createSlug(tenant), '', 5);
    await report({
      event_type: 'install',
      installation_id: randomUUID(),
      ...naming(clickId),
      age_ms: MINUTE_MS,
    });
    await processQueued(service);
    await report({ event_type: 'install', installation_id: randomUUID() });
    await processQueued(service);
    expect(await decided()).toMatchObject({ model: 'organic', rejected_candidates: [named] });
  });

  test('not even if it was made after that install', async () => {
    const clickId = await click(await createSlug(tenant), '', 5);
    const named = { event_type: 'install', installation_id: randomUUID(), click_id: clickId };
    await report({ ...named, age_ms: 10 * MINUTE_MS });
    await processQueued(service);
    await report({ event_type: 'install', installation_id: randomUUID() });
    await processQueued(service);
    expect(await attributionsOf(service, tenant)).toMatchObject([
      { model: 'organic', rejected_candidates: [{ model: 'click_id', click_id: clickId }] },
      { model: 'organic', rejected_candidates: [{ model: 'probabilistic', click_id: clickId }] },
    ]);
  });

  test('nor if another one came before it', async () => {
    const link = await createSlug(tenant);
    const [first, second] = [await click(link, '', 5), await click(await createSlug(tenant), '', 4)];
    const install = { event_type: 'install', installation_id: randomUUID(), click_id: second };
    await report({ ...install, referrer: `service_click_id=${first}`, age_ms: MINUTE_MS });
    await processQueued(service);
    await report({ event_type: 'install', installation_id: randomUUID() });
    await processQueued(service);
    expect(await attributionsOf(service, tenant)).toMatchObject([
      { model: 'install_referrer', click_id: first },
      { model: 'organic' },
    ]);
  });

  test('nor if an install named it in vain before the upgrade that remembers it', async () => {
    const { workPool } = service.services;
    const clickId = await click(await createSlug(tenant), '', 5);
    const install = { event_type: 'install', installation_id: randomUUID(), click_id: clickId };
    await report({ ...install, age_ms: 10 * MINUTE_MS });
    await processQueued(service);
    await workPool.query('drop table named_clicks');
    await workPool.query(`delete from schema_migrations where name = 'm0030-clicks-that-installs-name'`);
    await migrate(service.databaseUrl);
    const { rows } = await workPool.query('select click_id from named_clicks where customer_id = $1', [
      tenant.accountId,
    ]);
    expect(rows).toEqual([{ click_id: clickId }]);
  });

  test('though the other one installed first, as long as it is not decided', async () => {
    const clickId = await click(await createSlug(tenant), '', 5);
    await report({ event_type: 'install', installation_id: randomUUID(), age_ms: 2 * MINUTE_MS });
    await report({
      event_type: 'install',
      installation_id: randomUUID(),
      click_id: clickId,
      age_ms: MINUTE_MS,
    });
    await processQueued(service);
    expect(await attributionsOf(service, tenant)).toMatchObject([
      { model: 'organic' },
      { model: 'click_id' },
    ]);
  });

  test('from then on: what was decided before stays', async () => {
    const clickId = await click(await createSlug(tenant), '', 5);
    for (const naming of [{}, { click_id: clickId }, {}]) {
      await report({ event_type: 'install', installation_id: randomUUID(), ...naming });
      await processQueued(service);
    }
    const models = (await attributionsOf(service, tenant)).map(({ model }) => model);
    expect(models.sort()).toEqual(['click_id', 'organic', 'probabilistic']);
  });

  test('and stays the candidate of its own', async () => {
    const installation_id = randomUUID();
    const clickId = await click(await createSlug(tenant), '', 5);
    const install = { event_type: 'install', installation_id };
    await report({ ...install, click_id: clickId, age_ms: 2 * MINUTE_MS });
    await processQueued(service);
    await report(install);
    await processQueued(service);
    expect(await decided()).toMatchObject({
      install_kind: 'reinstall',
      model: 'probabilistic',
      click_id: clickId,
    });
  });
});

describe('what a device did that the app knows never leads to another device’s install', () => {
  test('where it came back by a link', async () => {
    // From elsewhere, so that the link's own click cannot match.
    const { clickId } = await clickLink(service, await createSlug(tenant, PROMO), { query: '?name=Ada' });
    const installation_id = randomUUID();
    await report({ event_type: 'install', installation_id, age_ms: 30 * 86_400_000 });
    await report({
      event_type: 're_engagement',
      click_id: clickId,
      installation_id,
      age_ms: 2 * MINUTE_MS,
    });
    const eventId = await report({ event_type: 'install', installation_id: randomUUID() });
    await processQueued(service);
    expect(await decided()).toMatchObject({ model: 'organic', click_id: null });
    expect(await deferred(eventId)).toEqual({ status: 204, body: null });
  });

  test.each([
    ['installation', { installation_id: randomUUID() }],
    ['Android id', { android_id: randomUUID() }],
    ['advertising id', { gaid: randomUUID() }],
  ])('where its SDK reported a click, with its %s', async (_what, id) => {
    await report({ event_type: 'open', ...id });
    await report({ event_type: 'install', ...id, age_ms: 30 * 86_400_000 });
    await report({ event_type: 'click', channel: 'sms', ...id, age_ms: 2 * MINUTE_MS });
    await report({ event_type: 'install', installation_id: randomUUID() });
    await processQueued(service);
    expect(await decided()).toMatchObject({
      model: 'organic',
      rejected_candidates: [{ model: 'probabilistic', reason: expect.stringContaining('another device') }],
    });
  });

  test.each([
    ['gaid', 'is known in the app', {}],
    ['android_id', 'is known in the app', {}],
    ['gaid', 'is another than the one that installs', { gaid: randomUUID() }],
  ])('where it followed a link whose %s %s', async (kind, _is, ids) => {
    const id = randomUUID();
    const isKnown = Object.keys(ids).length === 0;
    if (isKnown) await report({ event_type: 'install', [kind]: id, age_ms: 30 * 86_400_000 });
    await click(await createSlug(tenant), `?${kind}=${id}`, 2);
    await report({ event_type: 'install', installation_id: randomUUID(), ...ids });
    await processQueued(service);
    expect(await decided()).toMatchObject({
      model: 'organic',
      rejected_candidates: [{ model: 'probabilistic', reason: expect.stringContaining('another device') }],
    });
  });
});

describe('a click may match probabilistically', () => {
  test('if its advertising id is unknown and the install has none', async () => {
    const clickId = await click(await createSlug(tenant), `?gaid=${randomUUID()}`, 2);
    await report({ event_type: 'install', installation_id: randomUUID() });
    await processQueued(service);
    expect(await decided()).toMatchObject({ model: 'probabilistic', click_id: clickId });
  });

  test('that the device itself made, as one of its ids says', async () => {
    const [gaid, android_id] = [randomUUID(), randomUUID()];
    await report({ event_type: 'open', gaid, android_id });
    const clickId = await click(await createSlug(tenant), `?gaid=${gaid}`, 2);
    await report({ event_type: 'install', gaid, android_id });
    await report({ event_type: 'install', android_id });
    await processQueued(service);
    expect(await attributionsOf(service, tenant)).toMatchObject([
      { model: 'deterministic', click_id: clickId },
      { model: 'probabilistic', click_id: clickId },
    ]);
  });
});
