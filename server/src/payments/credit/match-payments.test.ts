import { randomUUID } from 'node:crypto';
import { EVENT_TYPES } from '@tributary/sdk/wire/event';
import { describe, expect, test } from 'vitest';
import { clickLink, send } from '../../testing/attributed-app.ts';
import type { WireEvent } from '../../testing/signed-event.ts';
import { addApp, createTenant } from '../../testing/test-tenant.ts';
import { type DeviceIds, freshDevice, install } from '../testing/paying-device.ts';
import { accepted, makeWebhook } from '../testing/payment-webhook.ts';
import { HOUR, useCreditedApp } from '../testing/use-credited-app.ts';

const { time, service, tenant, spring, summer, settled, installed, pay, row, attributed, campaigns } =
  useCreditedApp();

describe('a payment is tied to a device', () => {
  test.each(['gaid', 'android_id', 'user_id'] as const)('by its %s', async (kind) => {
    const ids = freshDevice();
    await installed(ids, spring);
    expect(await pay({ [kind]: ids[kind] })).toMatchObject({ status: 'recorded', matched: true });
    expect(await row()).toMatchObject({ matched_by: kind, campaign_id: spring.campaignId });
    await settled();
    expect(await attributed()).toEqual([[1, '10']]);
    expect(await campaigns()).toEqual([{ name: 'Spring', day: '2026-05-10', in_app: '0', payment: '10' }]);
  });

  test('by the click that brought it, even if the device has no id', async () => {
    const click = await installed({}, spring);
    expect(await pay({ service_click_id: click?.toUpperCase() })).toMatchObject({ matched: true });
    expect(await row()).toMatchObject({ matched_by: 'service_click_id', campaign_id: spring.campaignId });
  });

  test.each([
    [['service_click_id', 'gaid', 'android_id', 'user_id'], 'service_click_id'],
    [['gaid', 'android_id', 'user_id'], 'gaid'],
    [['android_id', 'user_id'], 'android_id'],
    [['user_id'], 'user_id'],
  ] as const)('of %j by the first', async (kinds, expected) => {
    const devices = Object.fromEntries(kinds.map((kind) => [kind, freshDevice()]));
    const metadata: Record<string, string> = {};
    for (const [kind, ids] of Object.entries(devices)) {
      const click = await install(service, tenant, ids, spring);
      metadata[kind] = kind === 'service_click_id' ? (click ?? '') : ids[kind as keyof DeviceIds];
    }
    await settled();
    await pay(metadata);
    expect(await row()).toMatchObject({ matched_by: expected });
  });

  test('by the next of its ids if the first is unknown', async () => {
    const ids = freshDevice();
    await installed(ids, spring);
    await pay({ service_click_id: randomUUID(), gaid: randomUUID(), user_id: ids.user_id });
    expect(await row()).toMatchObject({ matched_by: 'user_id' });
  });

  test('of the same app and account only', async () => {
    const ids = freshDevice();
    const click = await installed(ids, spring);
    const stranger = await createTenant(service);
    const otherApp = await addApp(tenant);
    for (const to of [
      await makeWebhook(service, stranger),
      await makeWebhook(service, { accountId: tenant.accountId, appId: otherApp }),
    ]) {
      const payload = {
        reference: 'p',
        amount: 1,
        currency: 'EUR',
        metadata: { ...ids, service_click_id: click },
      };
      expect(await accepted(service, to, payload)).toMatchObject({ status: 'recorded', matched: false });
    }
    await settled();
    expect(await row('p')).toMatchObject({ device_id: null, campaign_id: null });
  });

  test('whose click many devices have named: the first that it brought', async () => {
    const click = await installed(freshDevice(), spring);
    const first = (await firstDevice()) ?? '';
    time.now += HOUR;
    await send(service, tenant, { event_type: 'install', ...freshDevice(), click_id: click });
    await settled();
    await pay({ service_click_id: click });
    expect(await row()).toMatchObject({ device_id: first });
  });
});

async function firstDevice(): Promise<string | undefined> {
  const { rows: found } = await service.services.workPool.query<{ device_id: string }>(
    'select device_id from installs where customer_id = $1 order by installed_at limit 1',
    [tenant.accountId],
  );
  return found[0]?.device_id;
}

describe('a payment that arrives before its device is known', () => {
  test.each(['gaid', 'android_id', 'user_id', 'service_click_id'] as const)(
    'is tied to it once its %s is',
    async (kind) => {
      const ids = freshDevice();
      if (kind === 'service_click_id') {
        const { clickId } = await clickLink(service, spring.slug);
        expect(await pay({ service_click_id: clickId })).toMatchObject({ matched: false });
        time.now += HOUR;
        await send(service, tenant, { event_type: 'install', ...ids, click_id: clickId });
      } else {
        expect(await pay({ [kind]: ids[kind] })).toMatchObject({ matched: false });
        await settled();
        expect(await attributed()).toEqual([[0, '0']]);
        time.now += HOUR;
        await install(service, tenant, ids, spring);
      }
      await settled();
      expect(await row()).toMatchObject({ matched_by: kind, campaign_id: spring.campaignId });
      expect(await attributed()).toEqual([[1, '10']]);
      expect(await campaigns()).toEqual([{ name: 'Spring', day: '2026-05-10', in_app: '0', payment: '10' }]);
    },
  );

  test.each<[string, WireEvent]>([
    ...EVENT_TYPES.map((event_type): [string, WireEvent] => [event_type, { event_type }]),
    ['identify', { event_type: 'custom', custom_event_name: 'identify' }],
  ])('is tied to it by the user of a later %s', async (_name, event) => {
    const { user_id, ...ids } = freshDevice();
    await installed(ids, spring);
    await pay({ user_id });
    await settled();
    expect(await row()).toMatchObject({ device_id: null });
    // Nothing new, so that the next event is not the first of the device on its day.
    await send(service, tenant, { event_type: 'open', ...ids });
    await settled();
    await send(service, tenant, { ...event, ...ids, user_id });
    await settled();
    expect(await row()).toMatchObject({ matched_by: 'user_id', campaign_id: spring.campaignId });
  });

  test('is tied to it by the advertising id that only an open has', async () => {
    const installation_id = randomUUID();
    const { gaid } = freshDevice();
    await installed({ installation_id }, spring);
    await pay({ gaid });
    await send(service, tenant, { event_type: 'open', installation_id, gaid });
    await settled();
    expect(await row()).toMatchObject({ matched_by: 'gaid', campaign_id: spring.campaignId });
  });

  test.each([
    ['a text', 'user-7', 'user-7'],
    ['a number', 42, '42'],
  ])('is tied to it by the properties of identify, with %s as the user', async (_name, given, user_id) => {
    const { user_id: _, ...ids } = freshDevice();
    await installed(ids, spring);
    await pay({ user_id });
    const identify = { event_type: 'custom', custom_event_name: 'identify' };
    await send(service, tenant, { ...identify, ...ids, event_properties: { user_id: given, plan: 'gold' } });
    await settled();
    expect(await row()).toMatchObject({ matched_by: 'user_id', campaign_id: spring.campaignId });
  });

  test('is tied to it by an identify that arrived before its install', async () => {
    const { user_id, ...ids } = freshDevice();
    const identify = { event_type: 'custom', custom_event_name: 'identify' };
    await send(service, tenant, { ...identify, ...ids, user_id });
    await settled();
    await pay({ user_id });
    await installed(ids, spring);
    expect(await row()).toMatchObject({ matched_by: 'user_id', campaign_id: spring.campaignId });
  });

  test('moves to a device that it names by a better id', async () => {
    const [worse, better] = [freshDevice(), freshDevice()];
    await installed(worse, spring);
    await pay({ gaid: better.gaid, user_id: worse.user_id });
    expect(await row()).toMatchObject({ matched_by: 'user_id' });
    time.now += HOUR;
    await installed(better, summer);
    expect(await row()).toMatchObject({ matched_by: 'gaid', campaign_id: summer.campaignId });
    expect(await campaigns()).toEqual([{ name: 'Summer', day: '2026-05-10', in_app: '0', payment: '10' }]);
  });

  test('is tied to it by what another announcement adds', async () => {
    const ids = freshDevice();
    await installed(ids, spring);
    await pay({});
    expect(await pay({ gaid: ids.gaid })).toEqual({ status: 'duplicate' });
    expect(await row()).toMatchObject({ matched_by: 'gaid' });
    expect(await attributed()).toEqual([[1, '10']]);
    // The first one reported is kept.
    await pay({ gaid: randomUUID() });
    await settled();
    expect(await row()).toMatchObject({ matched_by: 'gaid' });
  });
});
