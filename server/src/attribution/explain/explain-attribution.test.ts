import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { settleRevenue } from '../../payments/testing/books.ts';
import { accepted, makeWebhook } from '../../payments/testing/payment-webhook.ts';
import { deliverAll } from '../../postbacks/testing/postback-devices.ts';
import { useDeliveries } from '../../postbacks/testing/use-deliveries.ts';
import { answerOf } from '../../testing/answer-of.ts';
import { attributionsOf, clickLink, processQueued, send } from '../../testing/attributed-app.ts';
import { createSlug } from '../../testing/create-link.ts';

const { canonical, clock, network, service, tenant } = useDeliveries();

/** An emulator follows a link, installs half a minute later and tells of it after another; returns what is known. */
async function installWithMoney() {
  network.script([{ status: 500 }, { status: 200 }]);
  await canonical({ p_event_types: ['install'] });
  const gaid = randomUUID();
  const started = clock.now;
  const slug = await createSlug(tenant, { p_channel: 'social_a', p_deep_link_path: '/promo' });
  const { clickId, referrer } = await clickLink(service, slug);
  clock.now += 60_000;
  const eventId = await send(service, tenant, {
    event_type: 'install',
    timestamp: clock.now - 30_000,
    age_ms: 30_000,
    install_begin_ts: started / 1000 + 10,
    referrer_click_ts: started / 1000 + 1,
    gaid,
    referrer,
    device_model: 'sdk_gphone64_x86_64',
    consent: { eea: false, ad_personalization: false },
  });
  await processQueued(service);
  clock.now += 1000;
  const query = { app_id: tenant.appId, install_event_id: eventId };
  const deferred = await service.request(`/v1/deep-link?${new URLSearchParams(query)}`, {
    headers: { 'x-service-api-key': tenant.apiKey },
  });
  expect(deferred.status).toBe(200);
  await deliverAll(service);
  clock.now += 61_000;
  await deliverAll(service);
  await send(service, tenant, { event_type: 'purchase', gaid, revenue: 3.5, currency: 'USD' });
  clock.now += 1000;
  const webhook = await makeWebhook(service, tenant);
  const payment = { reference: 'p-1', amount: 12.5, currency: 'USD', metadata: { gaid } };
  await accepted(service, webhook, payment);
  await settleRevenue(service);
  const [attribution] = await attributionsOf(service, tenant);
  if (!attribution) throw new Error('the install was not attributed');
  return { started, eventId, clickId, attribution };
}

const explain = (p_install_id: string) => answerOf(tenant.owner.rpc('explain_attribution', { p_install_id }));

describe('explain_attribution tells what happened to an install', () => {
  test('in the order of time, from the click to the money', async () => {
    const { started, eventId, clickId, attribution } = await installWithMoney();
    const { status, body } = await explain(attribution.install_id);
    expect(status).toBe(200);
    const entry = (s: number, kind: string, id: unknown, label: unknown, amount: number | null = null) => ({
      at: started + s * 1000,
      kind,
      id,
      label,
      amount,
      currency: amount === null ? null : 'USD',
      is_dated_by_arrival: ['install', 'consent', 'purchase'].includes(kind) ? false : null,
    });
    const anyId = expect.any(String);
    expect(body.timeline).toEqual([
      entry(0, 'click', clickId, 'link'),
      entry(1, 'store_click', null, null),
      entry(10, 'install_begin', null, null),
      entry(30, 'install', eventId, 'install'),
      entry(30, 'consent', eventId, 'eea=false, ad_personalization=false'),
      entry(60, 'arrival', eventId, null),
      entry(60, 'decision', attribution.attribution_id, 'install_referrer'),
      entry(60, 'fraud_flag', anyId, 'emulator'),
      entry(61, 'deferred_link', null, null),
      entry(61, 'postback', anyId, 'canonical: 500'),
      entry(122, 'postback', anyId, 'canonical: 200'),
      entry(122, 'purchase', anyId, null, 3.5),
      entry(123, 'payment', anyId, 'payment', 12.5),
    ]);
    expect(body.consent).toEqual({ eea: false, ad_personalization: false });
  });

  test('with what fraud rules found, and what each of them cannot see', async () => {
    const { attribution } = await installWithMoney();
    await tenant.owner.rpc('update_app', {
      p_app_id: tenant.appId,
      p_settings: { fraud: { device_farm: { enabled: false } } },
    });
    const { fraud } = (await explain(attribution.install_id)).body;
    expect(fraud.flags).toMatchObject([{ rule: 'emulator', signals: { matched: 'sdk_gphone64_x86_64' } }]);
    expect(fraud.rules).toHaveLength(12);
    expect(fraud.rules).toContainEqual({
      rule: 'emulator',
      enabled: true,
      runs: 'decision',
      means: expect.stringContaining('emulator'),
      cannot_see: 'An emulator that poses as a phone.',
    });
    const off = fraud.rules.filter((rule: { enabled: boolean }) => !rule.enabled);
    expect(off).toMatchObject([{ rule: 'device_farm' }]);
  });

  test('without what the plan does not include', async () => {
    const { attribution } = await installWithMoney();
    const kinds = async (plan: string) => {
      await service.services.workPool.query('update accounts set plan = $1 where id = $2', [
        plan,
        tenant.accountId,
      ]);
      const { body } = await explain(attribution.install_id);
      const shown = new Set(body.timeline.map(({ kind }: { kind: string }) => kind));
      return { fraud: body.fraud !== null, flag: shown.has('fraud_flag'), payment: shown.has('payment') };
    };
    expect(await kinds('scale')).toEqual({ fraud: true, flag: true, payment: true });
    expect(await kinds('growth')).toEqual({ fraud: false, flag: false, payment: true });
    expect(await kinds('free')).toEqual({ fraud: false, flag: false, payment: false });
  });
});
