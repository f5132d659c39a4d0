import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { freshDevice, install } from '../testing/paying-device.ts';
import { HOUR, useCreditedApp } from '../testing/use-credited-app.ts';

const { time, service, tenant, spring, summer, settled, installed, purchase, revenue, campaigns } =
  useCreditedApp();

describe('a purchase that the app reports', () => {
  test('is revenue of its install’s campaign, on the day of the purchase', async () => {
    const ids = freshDevice();
    await installed(ids, spring);
    time.now += 40 * HOUR;
    await purchase({ gaid: ids.gaid });
    await purchase({ gaid: ids.gaid }, { revenue: 0.1 });
    await purchase({ gaid: ids.gaid }, { timestamp: time.now - 30 * HOUR, revenue: 0.2 });
    await settled();
    expect(await campaigns()).toEqual([
      { name: 'Spring', day: '2026-05-10', in_app: '0.2', payment: '0' },
      { name: 'Spring', day: '2026-05-12', in_app: '3.1', payment: '0' },
    ]);
    expect(await revenue()).toEqual([]);
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
    time.now += HOUR;
    await purchase({ gaid: ids.gaid });
    time.now += HOUR;
    await installed(ids, summer);
    time.now += HOUR;
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
