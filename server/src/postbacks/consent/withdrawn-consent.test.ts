import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { processQueued, send } from '../../testing/attributed-app.ts';
import { deliverAll, installFrom, listPostbacks } from '../testing/postback-devices.ts';
import { useDeliveries } from '../testing/use-deliveries.ts';

const { clock, service, network, tenant, canonical, networkA, only, statusInLog } = useDeliveries();

const MINUTE = 60_000;

/** States something as a device does, by its advertising id. */
const state = (gaid: string, consent: object, minutesAgo = 0) =>
  send(service, tenant, { event_type: 'open', gaid, consent, age_ms: minutesAgo * MINUTE });

describe('an ad network is sent nothing', () => {
  test.each([[{ ad_user_data: false }], [{ eea: true }], [{ eea: true, ad_user_data: false }]])(
    'of a device that states %j with its install',
    async (consent) => {
      await networkA();
      await installFrom(service, tenant, 'social_a', { consent });
      await deliverAll(service);
      expect(network.calls).toEqual([]);
      expect(await only()).toMatchObject({ status: 'skipped', failure_class: 'consent', attempts: [] });
      expect(await statusInLog()).toEqual(['skipped']);
    },
  );

  test('of what was queued when consent was withdrawn, as soon as that is answered', async () => {
    await networkA();
    const gaid = await installFrom(service, tenant, 'social_a');
    await state(gaid, { ad_user_data: false });
    expect(await only()).toMatchObject({
      status: 'skipped',
      failure_class: 'consent',
      next_attempt_at: null,
    });
    await deliverAll(service);
    expect(network.calls).toEqual([]);
  });

  test('of what waits for a retry', async () => {
    await networkA();
    network.script([{ status: 503 }]);
    const gaid = await installFrom(service, tenant, 'social_a');
    await deliverAll(service);
    expect(await only()).toMatchObject({ status: 'pending', attempts: [{ http_status: 503 }] });
    await state(gaid, { ad_user_data: false });
    clock.now += 60 * MINUTE;
    await deliverAll(service);
    expect(network.calls).toHaveLength(1);
    expect(await only()).toMatchObject({ status: 'skipped', failure_class: 'consent' });
  });

  test('of what happened while the user refused, also if they agree before it would be sent', async () => {
    await networkA();
    await canonical();
    const gaid = await installFrom(service, tenant, 'social_a', { consent: { ad_user_data: false } });
    clock.now += MINUTE;
    await state(gaid, { ad_user_data: true });
    await deliverAll(service);
    expect(network.calls).toHaveLength(1);
    const told = (await listPostbacks(tenant)).map((postback) => [postback.postback_format, postback.status]);
    expect(told.sort()).toEqual([
      ['canonical', 'sent'],
      ['network_a_conversions', 'skipped'],
    ]);
  });

  test('later, once the user agrees again', async () => {
    await networkA();
    const gaid = await installFrom(service, tenant, 'social_a', { consent: { ad_user_data: false } });
    await deliverAll(service);
    await state(gaid, { ad_user_data: true });
    await deliverAll(service);
    expect(network.calls).toEqual([]);
    const { postback_id } = await only();
    const retried = await tenant.owner.rpc('retry_postback', { p_postback_id: postback_id });
    expect(retried.status).toBe(409);
  });
});

describe('an ad network is sent', () => {
  test('what happens after the user has agreed', async () => {
    network.script([{ status: 200, body: { events_received: 1 } }]);
    await networkA();
    await installFrom(service, tenant, 'social_a', { consent: { eea: true, ad_user_data: true } });
    await deliverAll(service);
    expect(await only()).toMatchObject({ status: 'sent', failure_class: null });
  });

  test('what an older withdrawal that arrives late does not forbid', async () => {
    network.script([{ status: 200, body: { events_received: 1 } }]);
    await networkA();
    const gaid = await installFrom(service, tenant, 'social_a', { consent: { ad_user_data: true } });
    await state(gaid, { ad_user_data: false }, 60);
    await deliverAll(service);
    expect(await only()).toMatchObject({ status: 'sent' });
  });

  test('what the devices of others do', async () => {
    network.script([{ status: 200, body: { events_received: 1 } }]);
    await networkA();
    const gaid = await installFrom(service, tenant, 'social_a');
    await installFrom(service, tenant, 'social_a');
    await state(gaid, { ad_user_data: false });
    await deliverAll(service);
    expect((await listPostbacks(tenant)).map(({ status }) => status).sort()).toEqual(['sent', 'skipped']);
  });
});

test('a withdrawal is found by an id that the install did not have', async () => {
  await networkA();
  const installation_id = randomUUID();
  const gaid = await installFrom(service, tenant, 'social_a', { installation_id });
  await send(service, tenant, { event_type: 'open', installation_id, consent: { ad_user_data: false } });
  await deliverAll(service);
  expect([network.calls, (await only()).status, gaid]).toEqual([[], 'skipped', expect.any(String)]);
});

test('the customer’s own server is sent everything', async () => {
  await canonical();
  await networkA();
  await installFrom(service, tenant, 'social_a', { consent: { ad_user_data: false } });
  await processQueued(service);
  await deliverAll(service);
  const listed = (await listPostbacks(tenant)).map(({ postback_format, status }) => [
    postback_format,
    status,
  ]);
  expect(listed.sort()).toEqual([
    ['canonical', 'sent'],
    ['network_a_conversions', 'skipped'],
  ]);
  expect(await statusInLog()).toEqual(['sent']);
});

test('a withdrawal is answered after a send that is under way, and nothing leaves after its answer', async () => {
  await networkA();
  const gaid = await installFrom(service, tenant, 'social_a');
  network.script([{ status: 200, body: { events_received: 1 }, afterMs: 300 }]);
  const delivering = deliverAll(service);
  await expect.poll(() => network.calls.length).toBe(1);
  await state(gaid, { ad_user_data: false });
  expect(await only()).toMatchObject({ status: 'sent' });
  await delivering;
  await deliverAll(service);
  expect(network.calls).toHaveLength(1);
});
