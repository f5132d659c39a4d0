import { describe, expect, test } from 'vitest';
import { eraseNow } from '../../privacy/erasure/testing/erase-now.ts';
import { clickLink, send } from '../../testing/attributed-app.ts';
import { type DeviceIds, freshDevice } from '../testing/paying-device.ts';
import { accepted } from '../testing/payment-webhook.ts';
import { useCreditedApp } from '../testing/use-credited-app.ts';

const {
  service,
  tenant,
  webhook,
  spring,
  summer,
  settled,
  installed,
  pay,
  purchase,
  rows,
  row,
  revenue,
  campaigns,
} = useCreditedApp();

describe('erasing a device', () => {
  const erase = (ids: DeviceIds) =>
    eraseNow(service.services, {
      customerId: tenant.accountId,
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
      event_type: 'refund',
      reference: 'r-1',
      original_reference: 'p-1',
      amount: 4,
      currency: 'EUR',
    });
    await settled();
    expect(await campaigns()).toEqual([{ name: 'Spring', day: '2026-05-10', in_app: '3', payment: '6' }]);

    expect(await erase(ids)).toMatchObject({ installs: 1, purchases: 1, payments: 2 });
    await settled();
    expect(await campaigns()).toEqual([]);
    expect(await revenue()).toMatchObject([
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

  test('is not undone by later announcements of payments that no device was known of', async () => {
    const ids = freshDevice();
    await pay({ gaid: ids.gaid });
    await erase(ids);
    expect(await pay({ gaid: ids.gaid })).toMatchObject({ status: 'duplicate' });
    expect(await heldIds()).toEqual([]);
  });

  test('takes a click that its install named, though another one brought it, from payments that name that', async () => {
    const ids = freshDevice();
    const named = await clickLink(service, summer.slug);
    const brought = await clickLink(service, spring.slug);
    const both = { click_id: brought.clickId, referrer: named.referrer };
    await send(service, tenant, { event_type: 'install', gaid: ids.gaid, ...both });
    await settled();
    for (const { clickId } of [named, brought])
      await pay({ service_click_id: clickId }, { reference: clickId });
    await settled();
    expect(await heldIds()).toHaveLength(2);
    await erase(ids);
    expect(await heldIds()).toEqual([]);
  });

  test('is not undone by a reversal of its payment, which names it again', async () => {
    const ids = freshDevice();
    await installed(ids, spring);
    await pay({ gaid: ids.gaid });
    await erase(ids);
    const refund = {
      event_type: 'refund',
      reference: 'r-1',
      original_reference: 'p-1',
      amount: 4,
      currency: 'EUR',
    };
    await accepted(service, webhook, { ...refund, metadata: { gaid: ids.gaid, user_id: ids.user_id } });
    expect((await rows()).map(({ reference, original }) => [reference, original])).toContainEqual([
      'r-1',
      'p-1',
    ]);
    expect(await heldIds()).toEqual([]);
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
