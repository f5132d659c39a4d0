import { describe, expect, test } from 'vitest';
import { perTest } from '../../testing/per-suite.ts';
import { addApp } from '../../testing/test-tenant.ts';
import { paid } from '../testing/generic-payloads.ts';
import { makeWebhook, signatureHeaders, type TestWebhook } from '../testing/payment-webhook.ts';
import { useRecordingApp } from '../testing/use-recording-app.ts';

const { service, tenant, webhook, send, rows } = useRecordingApp();
const other = perTest(async () => makeWebhook(service, { ...tenant, appId: await addApp(tenant) }));

async function conflicts(): Promise<Record<string, unknown>[]> {
  const response = await tenant.owner.rpc('list_audit_log', { p_limit: 200 });
  const { items } = (await response.json()) as { items: Record<string, unknown>[] };
  return items.filter(({ action }) => action === 'payment_conflict');
}

async function counted(): Promise<Record<string, number>> {
  const text = await service.services.metrics.registry.metrics();
  const lines = text.matchAll(
    /^tributary_payment_conflicts_total\{provider="generic",differs="(\w+)"\} (\d+)$/gm,
  );
  return Object.fromEntries([...lines].map(([, differs, n]) => [differs, Number(n)]));
}

/** How often each kind was counted while it ran. */
async function countedBy(act: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await counted();
  await act();
  const after = Object.entries(await counted()).map(([differs, n]) => [differs, n - (before[differs] ?? 0)]);
  return Object.fromEntries(after.filter(([, n]) => n !== 0));
}

async function check(payload: object, to: TestWebhook): Promise<unknown> {
  const p_body = JSON.stringify(payload);
  const p_headers = signatureHeaders(to, p_body, service.services.clock());
  return (await tenant.owner.rpc('check_payment', { p_webhook_id: to.id, p_headers, p_body })).json();
}

const AMOUNT = 'its amount or currency differs from what was recorded first';
const APP = 'another app of the account announced it first';

describe('a payment that is announced again', () => {
  test.each([
    ['with another amount', paid({ amount: 7 }), 'same', 'amount', `${AMOUNT}, which is kept`],
    ['in another currency', paid({ currency: 'USD' }), 'same', 'amount', `${AMOUNT}, which is kept`],
    ['by another app', paid({ amount: '100.00' }), 'other', 'app', `${APP}, which keeps it`],
    [
      'by another app with another amount',
      paid({ amount: '99.999999999999999999' }),
      'other',
      'app_and_amount',
      `${APP}, and ${AMOUNT}, which is kept`,
    ],
  ])('%s: is a duplicate that the owners hear of', async (_, payload, app, differs, reason) => {
    const to = app === 'same' ? webhook : other;
    const { payment_event_id } = await send(paid());
    expect(await check(payload, to)).toMatchObject({ status: 200, outcome: 'duplicate', reason });
    expect(await conflicts()).toEqual([]);

    expect(await countedBy(() => send(payload, to))).toEqual({ [differs]: 1 });
    expect(await send(payload, to)).toEqual({ status: 'duplicate' });
    expect(await rows()).toMatchObject([{ app_id: tenant.appId, amount: '100', currency: 'EUR' }]);
    expect(await conflicts()).toMatchObject([
      {
        user_id: null,
        target_type: 'payment',
        target_id: payment_event_id,
        details: {
          provider: 'generic',
          reference: 'p-1',
          app_id: to.appId,
          recorded_app_id: tenant.appId,
          recorded_amount: '100',
          recorded_currency: 'EUR',
        },
      },
    ]);
    const { rows: log } = await service.services.workPool.query(
      `select reason from payment_deliveries where webhook_id = $1 and outcome = 'duplicate'`,
      [to.id],
    );
    expect(log).toEqual([{ reason }, { reason }]);
  });

  test('as it was is nothing to hear of', async () => {
    await send(paid({ amount: '100.0' }));
    const again = () => send(paid({ amount: 100, metadata: { user_id: 'u-1' } }));
    expect(await countedBy(again)).toEqual({});
    expect(await check(paid(), webhook)).toMatchObject({ outcome: 'duplicate', reason: null });
    expect(await conflicts()).toEqual([]);
  });

  test('ten times with something else each: a payment has ten entries at most', async () => {
    await send(paid());
    for (let amount = 1; amount <= 15; amount++) await send(paid({ amount }));
    expect(await conflicts()).toHaveLength(10);
  });

  test('by two apps at the same moment: one is recorded, one is a conflict', async () => {
    for (let round = 0; round < 10; round++) {
      const payload = paid({ reference: `at-once-${round}` });
      const answers = await Promise.all([send(payload), send({ ...payload, amount: 7 }, other)]);
      expect(answers.map(({ status }) => status).sort()).toEqual(['duplicate', 'recorded']);
      expect(await conflicts()).toHaveLength(round + 1);
    }
  });

  test('as a reversal is held to the same', async () => {
    const refund = (more: object = {}) =>
      paid({ event_type: 'refund', reference: 'r-1', amount: 30, ...more });
    await send(refund());
    expect(await countedBy(() => send(refund({ amount: 31 })))).toEqual({ amount: 1 });
    expect(await countedBy(() => send(refund(), other))).toEqual({ app: 1 });
    expect(await conflicts()).toHaveLength(2);
    for (let round = 0; round < 10; round++) {
      const payload = refund({ reference: `at-once-${round}` });
      await Promise.all([send(payload), send({ ...payload, amount: 7 }, other)]);
      expect(await conflicts()).toHaveLength(round + 3);
    }
  });
});
