import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clickLink, send } from '../../attribution/testing/attributed-app.ts';
import { eraseDevice } from '../../erasure/erase-device.ts';
import { rebuildRollups } from '../../rollups/rebuild-rollups.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { createTenant, type Tenant } from '../../testing/test-tenant.ts';
import { keptBooks, recordedRows, settleRevenue } from '../testing/books.ts';
import {
  type DeviceIds,
  freshDevice,
  install,
  makeCampaign,
  type TestCampaign,
} from '../testing/paying-device.ts';
import { accepted, makeWebhook, type TestWebhook } from '../testing/payment-webhook.ts';

const START = Date.UTC(2026, 4, 10, 12);
const HOUR = 3_600_000;
let now = START;
let service: TestService;
let tenant: Tenant;
let webhook: TestWebhook;
let spring: TestCampaign;
let summer: TestCampaign;

beforeAll(async () => {
  service = await startTestService({ clock: () => now });
});
afterAll(() => service.close());
beforeEach(async () => {
  now = START;
  tenant = await createTenant(service);
  webhook = await makeWebhook(service, tenant);
  spring = await makeCampaign(tenant, 'Spring');
  summer = await makeCampaign(tenant, 'Summer');
});

/** The counters must match the rows after every test. */
const settled = async () => {
  await settleRevenue(service);
  const wrong = await rebuildRollups(service.services.workPool, tenant.accountId);
  expect(wrong).toMatchObject({ revenue: 0, campaign_revenue: 0 });
};
const pay = (metadata: object, more: object = {}) =>
  accepted(service, webhook, { reference: 'p-1', amount: 10, currency: 'EUR', metadata, ...more });
const rows = () => recordedRows(service, tenant.accountId);
const row = async (reference = 'p-1') => (await rows()).find((one) => one.reference === reference);
const campaigns = async () =>
  (await keptBooks(service, tenant.accountId)).campaigns.map(({ campaign_id, day, in_app, payment }) => ({
    name: campaign_id === spring.campaignId ? 'Spring' : campaign_id === summer.campaignId ? 'Summer' : '?',
    day,
    in_app,
    payment,
  }));
const attributed = async () =>
  (await keptBooks(service, tenant.accountId)).revenue.map(({ attributed_payments, attributed }) => [
    attributed_payments,
    attributed,
  ]);
const installed = async (ids: Partial<DeviceIds>, campaign?: TestCampaign) => {
  const click = await install(service, tenant, ids, campaign);
  await settled();
  return click;
};
const purchase = (ids: Partial<DeviceIds>, more: object = {}) =>
  send(service, tenant, { event_type: 'purchase', revenue: 3, currency: 'EUR', ...ids, ...more });

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
    const otherApp = (await (
      await tenant.owner.rpc('create_app', { p_name: 'B', p_bundle_id: 'com.example.b' })
    ).json()) as string;
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
    now += HOUR;
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
        now += HOUR;
        await send(service, tenant, { event_type: 'install', ...ids, click_id: clickId });
      } else {
        expect(await pay({ [kind]: ids[kind] })).toMatchObject({ matched: false });
        await settled();
        expect(await attributed()).toEqual([[0, '0']]);
        now += HOUR;
        await install(service, tenant, ids, spring);
      }
      await settled();
      expect(await row()).toMatchObject({ matched_by: kind, campaign_id: spring.campaignId });
      expect(await attributed()).toEqual([[1, '10']]);
      expect(await campaigns()).toEqual([{ name: 'Spring', day: '2026-05-10', in_app: '0', payment: '10' }]);
    },
  );

  test('is tied to it by an id that the device reports after its install', async () => {
    const { user_id, ...ids } = freshDevice();
    await installed(ids, spring);
    await pay({ user_id });
    await settled();
    expect(await row()).toMatchObject({ device_id: null });
    // As sent by identify; plain opens are not processed by attribution.
    await send(service, tenant, { event_type: 're_engagement', gaid: ids.gaid, user_id });
    await settled();
    expect(await row()).toMatchObject({ matched_by: 'user_id', campaign_id: spring.campaignId });
  });

  test('moves to a device that it names by a better id', async () => {
    const [worse, better] = [freshDevice(), freshDevice()];
    await installed(worse, spring);
    await pay({ gaid: better.gaid, user_id: worse.user_id });
    expect(await row()).toMatchObject({ matched_by: 'user_id' });
    now += HOUR;
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

describe('revenue is credited to the campaign', () => {
  const at = async (hours: number, campaign: TestCampaign | undefined, ids: Partial<DeviceIds>) => {
    now = START + hours * HOUR;
    await installed(ids, campaign);
  };
  const credited = async () => {
    const found = await row();
    return found?.campaign_id === spring.campaignId
      ? 'Spring'
      : found?.campaign_id === summer.campaignId
        ? 'Summer'
        : null;
  };

  test.each([
    [
      'of the last install before it',
      2.5,
      [
        [1, 'Spring'],
        [2, 'Summer'],
        [3, 'Spring'],
      ],
      'Summer',
    ],
    [
      'of an install at the same moment',
      2,
      [
        [1, 'Spring'],
        [2, 'Summer'],
      ],
      'Summer',
    ],
    [
      'of an earlier one where the last came by itself',
      2.5,
      [
        [1, 'Spring'],
        [2, null],
      ],
      'Spring',
    ],
    [
      'of the first one after it where there is none before',
      0.5,
      [
        [1, 'Spring'],
        [2, 'Summer'],
      ],
      'Spring',
    ],
    [
      'of none where every install came by itself',
      2.5,
      [
        [1, null],
        [2, null],
      ],
      null,
    ],
  ] as const)('%s', async (_, paidAt, installs, expected) => {
    const ids = freshDevice();
    for (const [hours, name] of installs)
      await at(hours, name === null ? undefined : { Spring: spring, Summer: summer }[name], ids);
    now = START + 10 * HOUR;
    await pay({ gaid: ids.gaid }, { occurred_at: START + paidAt * HOUR });
    await settled();
    expect(await credited()).toBe(expected);
    expect(await attributed()).toEqual([[1, '10']]);
  });

  test('of the install before it, even if that arrives after the payment', async () => {
    const ids = freshDevice();
    await at(1, spring, ids);
    now = START + 10 * HOUR;
    await pay({ gaid: ids.gaid }, { occurred_at: START + 5 * HOUR });
    await settled();
    expect(await credited()).toBe('Spring');
    const late = START + 4 * HOUR;
    now = late;
    const { clickId } = await clickLink(service, summer.slug);
    now = START + 11 * HOUR;
    await send(service, tenant, { event_type: 'install', ...ids, click_id: clickId, timestamp: late + 1 });
    await settled();
    expect(await credited()).toBe('Summer');
    expect(await campaigns()).toEqual([{ name: 'Summer', day: '2026-05-10', in_app: '0', payment: '10' }]);
  });

  test('as of its arrival if the provider gives no time, or a future one', async () => {
    const ids = freshDevice();
    await at(1, spring, ids);
    now = START + 2 * HOUR;
    await pay({ gaid: ids.gaid }, { occurred_at: START + 20 * HOUR });
    await pay({ gaid: ids.gaid }, { reference: 'p-2' });
    await at(10, summer, ids);
    expect((await rows()).map(({ campaign_id }) => campaign_id)).toEqual(Array(2).fill(spring.campaignId));
  });

  test('as of the earliest time in its announcements', async () => {
    const ids = freshDevice();
    await at(1, spring, ids);
    await at(3, summer, ids);
    now = START + 10 * HOUR;
    await pay({ gaid: ids.gaid }, { occurred_at: START + 4 * HOUR });
    expect(await credited()).toBe('Summer');
    await pay({}, { occurred_at: START + 2 * HOUR });
    expect(await credited()).toBe('Spring');
  });
});

describe('a reversal', () => {
  const refund = (metadata: object, more: object = {}) =>
    accepted(service, webhook, {
      ...{ event_type: 'refund', reference: 'r-1', original_reference: 'p-1', amount: 4, currency: 'EUR' },
      metadata,
      ...more,
    });

  test('is tied to the device of its payment, and subtracted from its campaign', async () => {
    const ids = freshDevice();
    await installed(ids, spring);
    await pay({ gaid: ids.gaid });
    expect(await refund({})).toMatchObject({ status: 'recorded', matched: true });
    const [payment, reversal] = await rows();
    expect(reversal).toMatchObject({ device_id: payment?.device_id, campaign_id: spring.campaignId });
    expect(await attributed()).toEqual([[1, '6']]);
    expect(await campaigns()).toEqual([{ name: 'Spring', day: '2026-05-10', in_app: '0', payment: '6' }]);
  });

  test('follows its payment when that is tied to a device', async () => {
    const ids = freshDevice();
    await pay({ gaid: ids.gaid });
    expect(await refund({})).toMatchObject({ matched: false });
    now += HOUR;
    await installed(ids, spring);
    expect(await attributed()).toEqual([[1, '6']]);
    expect(await campaigns()).toEqual([{ name: 'Spring', day: '2026-05-10', in_app: '0', payment: '6' }]);
  });

  test('is matched by its own ids until its payment arrives, then by the payment’s', async () => {
    const [own, payers] = [freshDevice(), freshDevice()];
    await installed(own, spring);
    await installed(payers, summer);
    expect(await refund({ gaid: own.gaid })).toMatchObject({ matched: true });
    await settled();
    expect(await campaigns()).toEqual([{ name: 'Spring', day: '2026-05-10', in_app: '0', payment: '-4' }]);
    await pay({ gaid: payers.gaid });
    await settled();
    expect(await campaigns()).toEqual([{ name: 'Summer', day: '2026-05-10', in_app: '0', payment: '6' }]);
    expect(await row('r-1')).toMatchObject({ matched_by: 'gaid', campaign_id: summer.campaignId });
  });

  test('has no device if its payment has none, whatever it names itself', async () => {
    const ids = freshDevice();
    await installed(ids, spring);
    await pay({});
    expect(await refund({ gaid: ids.gaid })).toMatchObject({ matched: false });
    await settled();
    expect(await attributed()).toEqual([[0, '0']]);
  });

  test('stays with the campaign of its payment after a re-install', async () => {
    const ids = freshDevice();
    await installed(ids, spring);
    await pay({ gaid: ids.gaid });
    now += 30 * HOUR;
    await installed(ids, summer);
    await refund({});
    await settled();
    expect(await campaigns()).toEqual([
      { name: 'Spring', day: '2026-05-10', in_app: '0', payment: '10' },
      { name: 'Spring', day: '2026-05-11', in_app: '0', payment: '-4' },
    ]);
  });
});

describe('a purchase that the app reports', () => {
  test('is revenue of its install’s campaign, on the day of the purchase', async () => {
    const ids = freshDevice();
    await installed(ids, spring);
    now += 40 * HOUR;
    await purchase({ gaid: ids.gaid });
    await purchase({ gaid: ids.gaid }, { revenue: 0.1 });
    await purchase({ gaid: ids.gaid }, { timestamp: now - 30 * HOUR, revenue: 0.2 });
    await settled();
    expect(await campaigns()).toEqual([
      { name: 'Spring', day: '2026-05-10', in_app: '0.2', payment: '0' },
      { name: 'Spring', day: '2026-05-12', in_app: '3.1', payment: '0' },
    ]);
    expect((await keptBooks(service, tenant.accountId)).revenue).toEqual([]);
  });

  test('waits while its install is undecided', async () => {
    const ids = freshDevice();
    await purchase({ gaid: ids.gaid });
    await settled();
    expect(await campaigns()).toEqual([]);
    await install(service, tenant, ids, spring);
    await settled();
    expect(await campaigns()).toEqual([{ name: 'Spring', day: '2026-05-10', in_app: '3', payment: '0' }]);
  });

  test('in one batch with its install, in either order, is credited to it', async () => {
    const ids = freshDevice();
    await purchase({ gaid: ids.gaid });
    await install(service, tenant, ids, spring);
    await purchase({ gaid: ids.gaid });
    await settled();
    expect(await campaigns()).toEqual([{ name: 'Spring', day: '2026-05-10', in_app: '6', payment: '0' }]);
  });

  test('stays with the campaign of its time when the device returns through another', async () => {
    const ids = freshDevice();
    await installed(ids, spring);
    now += HOUR;
    await purchase({ gaid: ids.gaid });
    now += HOUR;
    await installed(ids, summer);
    now += HOUR;
    await purchase({ gaid: ids.gaid }, { revenue: 7 });
    await settled();
    expect((await campaigns()).map(({ name, in_app }) => [name, in_app]).sort()).toEqual([
      ['Spring', '3'],
      ['Summer', '7'],
    ]);
  });

  test.each([
    ['of nothing', { revenue: 0 }],
    ['without revenue', { revenue: undefined }],
    ['without a currency', { currency: undefined }],
    ['of a device without a campaign', { gaid: randomUUID() }],
    ['that is another event', { event_type: 'custom', custom_event_name: 'purchase' }],
  ])('%s counts nowhere', async (_, more) => {
    const ids = freshDevice();
    await installed(ids, spring);
    await purchase({ gaid: ids.gaid }, more);
    await settled();
    expect(await campaigns()).toEqual([]);
  });
});

describe('erasing a device', () => {
  const erase = (ids: DeviceIds) =>
    eraseDevice(service.services.workPool, {
      customerId: tenant.accountId,
      appId: tenant.appId,
      kind: 'gaid',
      value: ids.gaid,
    });
  const heldIds = async () => {
    const { rows: held } = await service.services.workPool.query(
      `select reference, gaid, android_id, user_id, service_click_id from payments
       where customer_id = $1 and num_nonnulls(gaid, android_id, user_id, service_click_id) > 0 order by 1`,
      [tenant.accountId],
    );
    return held;
  };
  const payloads = async () => {
    const { rows: found } = await service.services.workPool.query<{ n: number }>(
      'select count(*)::int as n from payment_payloads where customer_id = $1',
      [tenant.accountId],
    );
    return found[0]?.n;
  };

  test('erases its purchases, and leaves its payments without a device', async () => {
    const ids = freshDevice();
    const click = await installed(ids, spring);
    await purchase({ gaid: ids.gaid });
    await pay({ service_click_id: click, gaid: ids.gaid, user_id: ids.user_id });
    await accepted(service, webhook, {
      ...{ event_type: 'refund', reference: 'r-1', original_reference: 'p-1', amount: 4, currency: 'EUR' },
    });
    await settled();
    expect(await campaigns()).toEqual([{ name: 'Spring', day: '2026-05-10', in_app: '3', payment: '6' }]);

    expect(await erase(ids)).toBe(true);
    await settled();
    expect(await campaigns()).toEqual([]);
    expect((await keptBooks(service, tenant.accountId)).revenue).toMatchObject([
      { payments: 1, gross: '10', refunded: '4', attributed_payments: 0, attributed: '0' },
    ]);
    expect((await rows()).map((one) => [one.reference, one.device_id, one.original])).toEqual([
      ['p-1', null, null],
      ['r-1', null, 'p-1'],
    ]);
    expect(await heldIds()).toEqual([]);
    expect(await payloads()).toBe(0);
    const { rows: left } = await service.services.workPool.query(
      'select 1 from purchases where customer_id = $1',
      [tenant.accountId],
    );
    expect(left).toEqual([]);
  });

  test('is not undone by later announcements of its payments', async () => {
    const ids = freshDevice();
    await installed(ids, spring);
    await pay({ gaid: ids.gaid });
    await erase(ids);
    await pay({ gaid: ids.gaid, android_id: ids.android_id });
    await installed(ids, spring);
    expect(await row()).toMatchObject({ device_id: null });
    expect(await heldIds()).toEqual([]);
    expect(await payloads()).toBe(0);
  });

  test('removes its ids from payments of other devices, which keep their devices', async () => {
    const [erased, other] = [freshDevice(), freshDevice()];
    await installed(erased, spring);
    await installed(other, summer);
    await pay({ gaid: other.gaid, user_id: erased.user_id });
    await pay({ gaid: other.gaid }, { reference: 'p-2' });
    await settled();
    expect(await payloads()).toBe(2);
    await erase(erased);
    await settled();
    expect(await payloads()).toBe(1);
    expect((await rows()).map((one) => [one.matched_by, one.campaign_id])).toEqual(
      Array(2).fill(['gaid', summer.campaignId]),
    );
    expect((await heldIds()).map((one) => [one.reference, one.gaid, one.user_id])).toEqual([
      ['p-1', other.gaid, null],
      ['p-2', other.gaid, null],
    ]);
  });
});
