import { beforeEach, describe, expect, test } from 'vitest';
import { settleRevenue } from '../../payments/testing/books.ts';
import { freshDevice, install } from '../../payments/testing/paying-device.ts';
import { accepted, makeWebhook } from '../../payments/testing/payment-webhook.ts';
import { perTest } from '../../testing/per-suite.ts';
import { addApp, addTeam, createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { report, reportLines, reportText, typedReportText } from '../testing/ask-report.ts';

const NOW = Date.UTC(2026, 4, 10, 12);
let now = NOW;

const service = useService({ clock: () => now });
beforeEach(() => {
  now = NOW;
});
const tenant = perTest(() => createTenant(service));
const webhook = perTest(() => makeWebhook(service, tenant));

interface Revenue {
  readonly payment_count: number;
  readonly by_currency: Record<string, Record<'gross' | 'refunded' | 'net' | 'count' | 'attributed', number>>;
  readonly by_provider: Record<string, number | null>;
  readonly by_provider_currency: Record<string, Record<string, number>>;
  readonly attributed_count: number;
  readonly attribution_rate_pct: number;
}

const revenue = (parameters: Record<string, string> = {}) =>
  report<Revenue>(tenant.owner, 'revenue', parameters);
const pay = (reference: string, amount: number | string, more: object = {}, to = webhook) =>
  accepted(service, to, { reference, amount, currency: 'EUR', ...more });
const reverse = (event_type: string, amount: number, more: object = {}) =>
  pay(`${event_type}-${amount}`, amount, { event_type, original_reference: 'p-1', ...more });

/** A device that has installed, as a payment's metadata names it. */
async function knownDevice(): Promise<{ metadata: { gaid: string } }> {
  const ids = freshDevice();
  await install(service, tenant, ids);
  await settleRevenue(service);
  return { metadata: { gaid: ids.gaid } };
}

describe('totals', () => {
  test('are never added up across currencies', async () => {
    await pay('p-1', 10);
    await pay('p-2', 20, { currency: 'USD' });
    await pay('p-3', 500, { currency: 'JPY' });
    const { payment_count, by_currency } = await revenue();
    expect(payment_count).toBe(3);
    expect(Object.entries(by_currency).map(([currency, { gross }]) => [currency, gross])).toEqual([
      ['EUR', 10],
      ['JPY', 500],
      ['USD', 20],
    ]);
  });

  test.each(['refund', 'partial_refund', 'chargeback', 'dispute'])(
    'have a %s in refunded, and not in gross or the counts',
    async (event_type) => {
      await pay('p-1', 10);
      await reverse(event_type, 4);
      expect(await revenue()).toMatchObject({
        payment_count: 1,
        by_currency: { EUR: { gross: 10, refunded: 4, net: 6, count: 1, attributed: 0 } },
      });
    },
  );

  test('have all kinds of reversals added up in refunded, and what is left in net', async () => {
    await pay('p-1', 100);
    await reverse('refund', 1);
    await reverse('partial_refund', 2);
    await reverse('chargeback', 4);
    await reverse('dispute', 8);
    expect((await revenue()).by_currency.EUR).toMatchObject({ gross: 100, refunded: 15, net: 85, count: 1 });
  });

  test('may be less than nothing, in days that only have reversals', async () => {
    await pay('p-1', 10);
    now += 86_400_000;
    await reverse('chargeback', 10);
    const day = { date_from: '2026-05-11', date_to: '2026-05-11' };
    expect(await revenue(day)).toMatchObject({
      payment_count: 0,
      attribution_rate_pct: 0,
      by_provider: { generic: -10 },
      by_currency: { EUR: { gross: 0, refunded: 10, net: -10, count: 0, attributed: 0 } },
    });
  });

  test('have the net of what is tied to a known device as attributed', async () => {
    await pay('p-1', 10, await knownDevice());
    await pay('p-2', 7);
    await reverse('partial_refund', 4);
    expect(await revenue()).toMatchObject({
      by_currency: { EUR: { gross: 17, net: 13, count: 2, attributed: 6 } },
      payment_count: 2,
      attributed_count: 1,
    });
  });

  test('count a reversal that names no currency once its payment is there', async () => {
    const other = await makeWebhook(service, tenant, 'provider_b');
    const refund = { id: 89, AmountRefunded: 20.5, status: 'completed', TransactionId: 7 };
    await accepted(service, other, refund);
    expect(await revenue()).toMatchObject({ payment_count: 0, by_currency: {}, by_provider: {} });
    const data = { id: 7, tx_ref: 't-1', flw_ref: 'f-1', amount: 50, currency: 'GHS', status: 'successful' };
    await accepted(service, other, { event: 'charge.completed', data });
    expect((await revenue()).by_currency).toMatchObject({ GHS: { gross: 50, refunded: 20.5, net: 29.5 } });
  });

  test('leave out currencies in which nothing came', async () => {
    await pay('p-1', 10);
    await reverse('refund', 10);
    expect(await reportText(tenant.owner, 'revenue')).toContain('"net":0.00,"count":1,"attributed":0.00}');
    expect(Object.keys((await revenue()).by_currency)).toEqual(['EUR']);
    expect((await revenue({ date_to: '2026-05-09' })).by_currency).toEqual({});
  });
});

describe('the share of payments with a device', () => {
  test.each([
    [0, 1, 0],
    [1, 2, 33],
    [2, 1, 67],
    [1, 1, 50],
    [1, 7, 13],
    [2, 0, 100],
  ])(
    'is a whole number: %i with a device and %i without are %i percent',
    async (known, unknown, expected) => {
      const device = await knownDevice();
      for (let n = 0; n < known; n++) await pay(`known-${n}`, 1, device);
      for (let n = 0; n < unknown; n++) await pay(`unknown-${n}`, 1, { currency: 'USD' });
      await reverse('refund', 1, { original_reference: 'known-0' });
      expect(await revenue()).toMatchObject({
        payment_count: known + unknown,
        attributed_count: known,
        attribution_rate_pct: expected,
      });
    },
  );
});

describe('by provider', () => {
  test('there is the net, while all of a provider is in one currency', async () => {
    const other = await makeWebhook(service, tenant, 'provider_a');
    const charge = { reference: 'a-1', amount: 1234, currency: 'NGN', status: 'success', metadata: null };
    await accepted(service, other, { event: 'charge.success', data: charge });
    await pay('p-1', 10);
    await reverse('refund', 3);
    const body = await revenue();
    expect(body.by_provider).toEqual({ generic: 7, provider_a: 12.34 });
    expect(body.by_provider_currency).toEqual({ generic: { EUR: 7 }, provider_a: { NGN: 12.34 } });
  });

  test('there is null where it has several, and each of them apart', async () => {
    await pay('p-1', 10);
    await pay('p-2', 20, { currency: 'USD' });
    await reverse('refund', 3);
    const { by_provider, by_provider_currency } = await revenue();
    expect(by_provider).toEqual({ generic: null });
    expect(by_provider_currency).toEqual({ generic: { EUR: 7, USD: 20 } });
  });
});

describe('a period', () => {
  test.each([
    ['the first moment of a UTC day', Date.UTC(2026, 4, 9), '2026-05-09'],
    ['the last', Date.UTC(2026, 4, 9, 23, 59, 59, 999), '2026-05-09'],
    ['the first of the next', Date.UTC(2026, 4, 10), '2026-05-10'],
  ])('has what arrived in %s, whenever it was paid', async (_name, at, day) => {
    now = at;
    await pay('p-1', 10, { occurred_at: at - 5 * 86_400_000 });
    now = NOW;
    const days = ['2026-05-04', '2026-05-08', '2026-05-09', '2026-05-10'];
    for (const one of days) {
      const { payment_count } = await revenue({ date_from: one, date_to: one });
      expect(payment_count, one).toBe(one === day ? 1 : 0);
    }
    expect((await revenue({ date_from: day, date_to: '2026-05-10' })).payment_count).toBe(1);
  });
});

describe('apps and teams', () => {
  test('have their own totals', async () => {
    const team_id = await addTeam(service, tenant);
    const other = await addApp(tenant, { p_team_id: tenant.teamId });
    await pay('p-1', 10);
    await pay('p-2', 5, {}, await makeWebhook(service, { accountId: tenant.accountId, appId: other }));
    const gross = async (scope: Record<string, string>) => (await revenue(scope)).by_currency.EUR?.gross;
    expect(await gross({})).toBe(15);
    expect(await gross({ app_id: tenant.appId })).toBe(10);
    expect(await gross({ app_id: other.toUpperCase() })).toBe(5);
    expect(await gross({ team_id: tenant.teamId })).toBe(15);
    expect(await gross({ team_id })).toBeUndefined();
    const stranger = await createTenant(service);
    expect(await report<Revenue>(stranger.owner, 'revenue')).toMatchObject({ payment_count: 0 });
  });
});

describe('amounts are printed to the last digit, as JSON and for typed clients', () => {
  test.each([
    ['EUR', [12.5], '12.50'],
    ['EUR', ['0.1', '0.2'], '0.30'],
    ['KWD', [1.2], '1.200'],
    ['JPY', [500], '500'],
    ['EUR', ['999999999999999.99'], '999999999999999.99'],
    ['EUR', ['999999999999999.99', '0.02'], '1000000000000000.01'],
    ['EUR', ['1.005'], '1.005'],
    ['JPY', ['0.25'], '0.25'],
    ['USD', ['0.00000000000000000001'], '0.00000000000000000001'],
  ])('%s %j is %s', async (currency, amounts, printed) => {
    for (const [n, amount] of amounts.entries()) await pay(`p-${n}`, amount, { currency });
    const digits = `"${currency}":{"gross":${printed},"refunded":`;
    for (const text of [
      await reportText(tenant.owner, 'revenue'),
      await typedReportText(service, tenant.owner, 'revenue'),
    ]) {
      expect(text).toContain(digits);
      expect(text).toContain(`"net":${printed},"count":${amounts.length},`);
      expect(text).toContain(`"by_provider":{"generic":${printed}}`);
      expect(text).toContain(`"by_provider_currency":{"generic":{"${currency}":${printed}}}`);
    }
    expect(await reportLines(service, tenant.owner, 'revenue')).toEqual([
      'currency,gross,refunded,net,count,attributed',
      expect.stringMatching(new RegExp(`^${currency},${printed.replace('.', '\\.')},`)),
    ]);
  });
});
