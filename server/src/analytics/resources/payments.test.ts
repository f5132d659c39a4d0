import { beforeEach, describe, expect, test } from 'vitest';
import { settleRevenue } from '../../payments/testing/books.ts';
import { freshDevice, install, makeCampaign } from '../../payments/testing/paying-device.ts';
import { accepted, type DeliveryBody, makeWebhook } from '../../payments/testing/payment-webhook.ts';
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

interface Page {
  readonly payments: readonly Record<string, unknown>[];
  readonly truncated: boolean;
  readonly next_cursor: string | null;
}

const page = (parameters: Record<string, string> = {}) => report<Page>(tenant.owner, 'payments', parameters);
const references = async (parameters: Record<string, string> = {}) =>
  (await page(parameters)).payments.map(({ reference }) => reference);
const pay = (reference: string, amount: number | string, more: object = {}, to = webhook) =>
  accepted(service, to, { reference, amount, currency: 'EUR', ...more });

describe('a payment', () => {
  test('is listed with its device’s campaign, once it has one', async () => {
    const ids = freshDevice();
    const { payment_event_id } = await pay('p-1', 12.5, { metadata: { gaid: ids.gaid } });
    const listed = {
      id: payment_event_id,
      provider: 'generic',
      reference: 'p-1',
      event_type: 'payment',
      amount: 12.5,
      currency: 'EUR',
      app_id: tenant.appId,
      received_at: NOW,
    };
    const unmatched = { ...listed, matched: false, campaign_id: null };
    expect(await page()).toMatchObject({ payments: [unmatched], truncated: false, next_cursor: null });
    const campaign = await makeCampaign(tenant, 'Spring');
    await install(service, tenant, ids, campaign);
    await settleRevenue(service);
    expect((await page()).payments).toEqual([{ ...listed, matched: true, campaign_id: campaign.campaignId }]);
  });

  test('and its reversals are rows of their own, with the amounts that they name', async () => {
    await pay('p-1', 10);
    for (const event_type of ['refund', 'partial_refund', 'chargeback', 'dispute']) {
      now += 1000;
      await pay(event_type, 2, { event_type, original_reference: 'p-1' });
    }
    expect((await page()).payments.map(({ event_type, amount }) => [event_type, amount])).toEqual([
      ['dispute', 2],
      ['chargeback', 2],
      ['partial_refund', 2],
      ['refund', 2],
      ['payment', 10],
    ]);
  });

  test('that is not there yet leaves its reversal without a currency', async () => {
    const other = await makeWebhook(service, tenant, 'provider_b');
    await accepted(service, other, {
      id: 89,
      AmountRefunded: '20.50',
      status: 'completed',
      TransactionId: 7,
    });
    expect(await reportText(tenant.owner, 'payments')).toContain('"amount":20.5,"currency":null,"matched"');
    const data = { id: 7, tx_ref: 't-1', flw_ref: 'f-1', amount: 50, currency: 'GHS', status: 'successful' };
    await accepted(service, other, { event: 'charge.completed', data });
    expect(await reportText(tenant.owner, 'payments')).toContain('"amount":20.50,"currency":"GHS",');
  });
});

describe('payments come newest first', () => {
  test('500 a page, those of one moment without loss or repeat', async () => {
    const made: DeliveryBody[] = [];
    for (let n = 0; n < 501; n++) {
      if (n % 4 === 0) now += 1000;
      made.push(await pay(`p-${n}`, 1));
    }
    const first = await page();
    expect(first).toMatchObject({ truncated: true, next_cursor: expect.any(String) });
    expect(first.payments).toHaveLength(500);
    now += 1000;
    await pay('newer', 1);
    const second = await page({ cursor: first.next_cursor ?? '' });
    expect(second).toMatchObject({ truncated: false, next_cursor: null, payments: [expect.anything()] });
    const seen = [...first.payments, ...second.payments];
    expect(new Set(seen.map(({ id }) => id))).toEqual(
      new Set(made.map(({ payment_event_id }) => payment_event_id)),
    );
    const times = seen.map(({ received_at }) => Number(received_at));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    // One more than a page is a page and a row; a page exactly is all.
    const older = { date_from: '2026-05-10', date_to: '2026-05-10', app_id: tenant.appId };
    await service.services.workPool.query(
      `delete from payments where customer_id = $1 and reference in ('p-0', 'newer')`,
      [tenant.accountId],
    );
    expect(await page(older)).toMatchObject({ truncated: false, next_cursor: null });
    expect((await page(older)).payments).toHaveLength(500);
  }, 120_000);

  test('of several apps in one order', async () => {
    const appId = await addApp(tenant);
    const other = await makeWebhook(service, { accountId: tenant.accountId, appId });
    for (const [n, to] of [webhook, other, webhook, other].entries()) {
      now += 1000;
      await pay(`p-${n}`, 1, {}, to);
    }
    expect(await references()).toEqual(['p-3', 'p-2', 'p-1', 'p-0']);
    expect(await references({ app_id: appId.toUpperCase() })).toEqual(['p-3', 'p-1']);
    expect(await references({ team_id: tenant.teamId })).toHaveLength(4);
    expect(await references({ team_id: await addTeam(service, tenant) })).toEqual([]);
    const stranger = await createTenant(service);
    expect((await report<Page>(stranger.owner, 'payments')).payments).toEqual([]);
  });

  test.each([
    ['the first moment of a UTC day', Date.UTC(2026, 4, 9), '2026-05-09'],
    ['the last', Date.UTC(2026, 4, 9, 23, 59, 59, 999), '2026-05-09'],
    ['the first of the next', Date.UTC(2026, 4, 10), '2026-05-10'],
  ])('of the days in which they arrived: %s', async (_name, at, day) => {
    now = at;
    await pay('p-1', 10, { occurred_at: at - 5 * 86_400_000 });
    now = NOW;
    for (const one of ['2026-05-04', '2026-05-08', '2026-05-09', '2026-05-10']) {
      expect(await references({ date_from: one, date_to: one }), one).toEqual(one === day ? ['p-1'] : []);
    }
  });
});

describe('amounts are printed to the last digit, as JSON, for typed clients and as CSV', () => {
  test.each([
    ['EUR', 12.5, '12.50'],
    ['KWD', 1.2, '1.200'],
    ['JPY', 500, '500'],
    ['EUR', '999999999999999.99', '999999999999999.99'],
    ['EUR', '1.005', '1.005'],
    ['JPY', '0.25', '0.25'],
    ['USD', '999999999999999.12345678901234567891', '999999999999999.12345678901234567891'],
  ])('%s %s is %s', async (currency, amount, printed) => {
    const { payment_event_id: id } = await pay('p-1', amount, { currency });
    const digits = `"amount":${printed},"currency":"${currency}",`;
    expect(await reportText(tenant.owner, 'payments')).toContain(digits);
    expect(await typedReportText(service, tenant.owner, 'payments')).toContain(digits);
    expect(await reportLines(service, tenant.owner, 'payments')).toEqual([
      'id,provider,reference,event_type,amount,currency,matched,app_id,campaign_id,received_at',
      `${id},generic,p-1,payment,${printed},${currency},false,${tenant.appId},,2026-05-10T12:00:00.000Z`,
    ]);
  });
});
