import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { settleRevenue } from '../payments/testing/books.ts';
import { accepted, makeWebhook } from '../payments/testing/payment-webhook.ts';
import { processQueued, send } from '../testing/attributed-app.ts';
import { importFile } from './testing/import-file.ts';
import { INSTALLED_AT, useImports } from './testing/use-imports.ts';

const { service, tenant, report, rowsOf, corrections, install } = useImports();

describe('an imported install from before', () => {
  test('takes the place of the one that was counted, imported or live', async () => {
    const gaid = randomUUID();
    await send(service, tenant, { event_type: 'install', gaid, installation_id: randomUUID() });
    await processQueued(service);
    await settleRevenue(service);
    expect(await report('summary')).toMatchObject({ total_installs: 1, installs_by_model: { organic: 1 } });
    for (const [installed_at, channel] of [
      ['2026-04-01', 'sms'],
      ['2026-03-01', 'email'],
      ['2026-04-02', 'social_b'],
    ])
      await importFile(service, tenant, 'custom', [install({ gaid, installed_at, channel })]);
    await settleRevenue(service);
    expect(await report('summary')).toMatchObject({ total_installs: 1, installs_by_channel: { email: 1 } });
    const kinds = (await rowsOf('attributions')).map(({ install_kind, channel }) => [channel, install_kind]);
    expect(Object.fromEntries(kinds)).toEqual({
      organic: 'reinstall',
      sms: 'reinstall',
      email: 'install',
      social_b: 'reinstall',
    });
    const { cohorts } = await report<{ cohorts: { installs: number }[] }>('cohorts');
    expect(cohorts.map(({ installs }) => installs).filter((installs) => installs > 0)).toEqual([1]);
    expect(await corrections()).toBe(0);
  });
});

describe('a device known from an import', () => {
  test.each([
    ['its install', () => install()],
    [
      'another event alone',
      () => ({ event_type: 'open', event_timestamp: INSTALLED_AT, gaid: randomUUID() }),
    ],
  ])('by %s is not a new install when it opens the live app', async (_what, row) => {
    const { gaid, ...rest } = row() as { gaid: string };
    await importFile(service, tenant, 'custom', [{ ...rest, gaid: gaid.toUpperCase() }]);
    const before = (await report('summary')).total_installs;
    await send(service, tenant, { event_type: 'install', gaid, installation_id: randomUUID() });
    await processQueued(service);
    expect((await report('summary')).total_installs).toBe(before);
    expect((await rowsOf('installs')).map(({ kind }) => kind)).toContain('reinstall');
    const other = { gaid: randomUUID(), installation_id: randomUUID() };
    await send(service, tenant, { event_type: 'install', ...other });
    await processQueued(service);
    expect((await report('summary')).total_installs).toBe(Number(before) + 1);
    expect(await corrections()).toBe(0);
  });

  test('has its purchases and payments credited to its imported campaign', async () => {
    const gaid = randomUUID();
    const webhook = await makeWebhook(service, tenant);
    const payment = { amount: 8, currency: 'EUR', metadata: { gaid } };
    await accepted(service, webhook, { ...payment, reference: 'before' });
    await importFile(service, tenant, 'custom', [
      { event_type: 'purchase', event_timestamp: '2026-03-05', gaid, revenue: 2.5, currency: 'EUR' },
      install({ gaid }),
      { event_type: 'purchase', event_timestamp: '2026-03-06', gaid, revenue: '1', currency: 'EUR' },
    ]);
    await send(service, tenant, { event_type: 'purchase', gaid, revenue: 4, currency: 'EUR' });
    await accepted(service, webhook, { ...payment, reference: 'after' });
    await processQueued(service);
    await settleRevenue(service);
    const { campaigns } = await report<{ campaigns: object[] }>('roas');
    expect(campaigns).toMatchObject([
      { name: 'Spring', revenue: { EUR: { in_app_revenue: 7.5, payment_revenue: 16, total: 23.5 } } },
    ]);
    expect(await corrections()).toBe(0);
  });
});
