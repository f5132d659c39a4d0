import { describe, expect, test } from 'vitest';
import { clickLink, send } from '../../testing/attributed-app.ts';
import { type DeviceIds, freshDevice, type TestCampaign } from '../testing/paying-device.ts';
import { accepted } from '../testing/payment-webhook.ts';
import { HOUR, START, useCreditedApp } from '../testing/use-credited-app.ts';

const {
  time,
  service,
  tenant,
  webhook,
  spring,
  summer,
  settled,
  installed,
  pay,
  rows,
  row,
  attributed,
  campaigns,
} = useCreditedApp();

describe('revenue is credited to the campaign', () => {
  const at = async (hours: number, campaign: TestCampaign | undefined, ids: Partial<DeviceIds>) => {
    time.now = START + hours * HOUR;
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
    time.now = START + 10 * HOUR;
    await pay({ gaid: ids.gaid }, { occurred_at: START + paidAt * HOUR });
    await settled();
    expect(await credited()).toBe(expected);
    expect(await attributed()).toEqual([[1, '10']]);
  });

  test('of the install before it, even if that arrives after the payment', async () => {
    const ids = freshDevice();
    await at(1, spring, ids);
    time.now = START + 10 * HOUR;
    await pay({ gaid: ids.gaid }, { occurred_at: START + 5 * HOUR });
    await settled();
    expect(await credited()).toBe('Spring');
    const late = START + 4 * HOUR;
    time.now = late;
    const { clickId } = await clickLink(service, summer.slug);
    time.now = START + 11 * HOUR;
    await send(service, tenant, { event_type: 'install', ...ids, click_id: clickId, timestamp: late + 1 });
    await settled();
    expect(await credited()).toBe('Summer');
    expect(await campaigns()).toEqual([{ name: 'Summer', day: '2026-05-10', in_app: '0', payment: '10' }]);
  });

  test('as of its arrival if the provider gives no time, or a future one', async () => {
    const ids = freshDevice();
    await at(1, spring, ids);
    time.now = START + 2 * HOUR;
    await pay({ gaid: ids.gaid }, { occurred_at: START + 20 * HOUR });
    await pay({ gaid: ids.gaid }, { reference: 'p-2' });
    await at(10, summer, ids);
    expect((await rows()).map(({ campaign_id }) => campaign_id)).toEqual(Array(2).fill(spring.campaignId));
  });

  test('as of the earliest time in its announcements', async () => {
    const ids = freshDevice();
    await at(1, spring, ids);
    await at(3, summer, ids);
    time.now = START + 10 * HOUR;
    await pay({ gaid: ids.gaid }, { occurred_at: START + 4 * HOUR });
    expect(await credited()).toBe('Summer');
    await pay({}, { occurred_at: START + 2 * HOUR });
    expect(await credited()).toBe('Spring');
  });
});

describe('a reversal', () => {
  const refund = (metadata: object, more: object = {}) =>
    accepted(service, webhook, {
      event_type: 'refund',
      reference: 'r-1',
      original_reference: 'p-1',
      amount: 4,
      currency: 'EUR',
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
    time.now += HOUR;
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
    time.now += 30 * HOUR;
    await installed(ids, summer);
    await refund({});
    await settled();
    expect(await campaigns()).toEqual([
      { name: 'Spring', day: '2026-05-10', in_app: '0', payment: '10' },
      { name: 'Spring', day: '2026-05-11', in_app: '0', payment: '-4' },
    ]);
  });
});
