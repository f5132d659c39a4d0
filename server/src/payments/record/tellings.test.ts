import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { rebuildRollups } from '../../counters/rebuild/rebuild-rollups.ts';
import { keptBooks } from '../testing/books.ts';
import { paid } from '../testing/generic-payloads.ts';
import { makeWebhook } from '../testing/payment-webhook.ts';
import { NOW, permutations, type Records, useRecordingApp } from '../testing/use-recording-app.ts';

const { time, service, tenant, webhook, send, inEveryOrder, rows, row, books } = useRecordingApp();

let events = 0;
/** An event of provider_c, a number of minutes after the payment. */
const event = (type: string, object: object, minutes = 0, previous?: object) => ({
  id: `evt_${events++}`,
  type,
  created: NOW / 1000 - 3600 + minutes * 60,
  data: { object: { currency: 'usd', ...object }, ...(previous && { previous_attributes: previous }) },
});
const captured = { paid: true, captured: true };
const charge = event('charge.succeeded', { id: 'ch_1', amount: 10_000, payment_intent: 'pi_1', ...captured });
const listed = (...refunds: [string, number][]) => ({
  refunds: { data: refunds.map(([id, amount], at) => ({ id, amount, created: 100 - at })) },
});
const refunded = (total: number, minutes: number, change: object = {}, before?: number) =>
  event(
    'charge.refunded',
    {
      id: 'ch_1',
      amount: 10_000,
      amount_refunded: total,
      payment_intent: 'pi_1',
      refunded: total === 10_000,
      ...change,
    },
    minutes,
    before === undefined ? undefined : { amount_refunded: before },
  );
const failed = (id: string, amount: number, minutes: number, type = 'refund.failed') =>
  event(type, { id, amount, charge: 'ch_1', payment_intent: 'pi_1', status: 'failed' }, minutes);

const money = async ({ books }: Pick<Records, 'books'>) =>
  (await books()).revenue.map(({ payments, gross, refunded }) => [payments, gross, refunded]);
const same = (count: number, value: unknown) => Array(count).fill(value);

/** An account with an app, without a person: enough to be paid. */
async function addPayee() {
  const [accountId, teamId, appId] = [randomUUID(), randomUUID(), randomUUID()];
  const pool = service.services.workPool;
  await pool.query("insert into accounts (id, name, plan, created_at) values ($1, 'Payee', 'free', now())", [
    accountId,
  ]);
  await pool.query("insert into teams (id, customer_id, name, created_at) values ($1, $2, 'T', now())", [
    teamId,
    accountId,
  ]);
  await pool.query(
    `insert into apps (id, customer_id, team_id, name, bundle_id, signing_secret, created_at)
     values ($1, $2, $3, 'A', 'com.example.payee', 's', now())`,
    [appId, accountId, teamId],
  );
  return { accountId, appId };
}

/** What is left in every order, each event sent again at the end, once the first tellings left what is expected. */
async function leftOf(
  provider: 'provider_a' | 'provider_b' | 'provider_c' | 'generic',
  payloads: readonly object[],
  expected: readonly [number, string, string],
): Promise<void> {
  const orders = permutations(payloads);
  const seen = orders.map(async (order) => {
    const payee = await addPayee();
    const to = await makeWebhook(service, payee, provider);
    const left = async (sent: readonly object[]) => {
      for (const payload of sent) await send(payload, to);
      return money({ books: () => keptBooks(service, payee.accountId) });
    };
    return [await left(order), await left(payloads)];
  });
  expect(await Promise.all(seen)).toEqual(same(orders.length, [[expected], [expected]]));
  const { rows: accounts } = await service.services.workPool.query<{ id: string }>(
    'select id from accounts order by created_at desc limit 3',
  );
  for (const { id } of accounts)
    expect(await rebuildRollups(service.services.workPool, id)).toMatchObject({
      revenue: 0,
      campaign_revenue: 0,
    });
}

describe('what is refunded of a charge', () => {
  test.each([
    ['without what was refunded before', [refunded(3000, 2), refunded(1000, 1)], '30'],
    ['with what was refunded before', [refunded(3000, 2, {}, 1000), refunded(1000, 1, {}, 0)], '30'],
    ['one with and one without', [refunded(3000, 2), refunded(1000, 1, {}, 0)], '30'],
    ['the later with it alone', [refunded(3000, 2, {}, 1000)], '30'],
    ['with the refunds and without', [refunded(1000, 1, listed(['re_1', 1000])), refunded(1000, 1)], '10'],
    [
      'two, each with the refunds and without',
      [
        refunded(1000, 1, listed(['re_1', 1000])),
        refunded(3000, 2, listed(['re_2', 2000], ['re_1', 1000])),
        refunded(3000, 2),
      ],
      '30',
    ],
    ['two of the same amount', [refunded(1000, 1, {}, 0), refunded(2000, 2, {}, 1000)], '20'],
  ])('is the largest sum that its events tell, in every order: %s', async (_, payloads, expected) => {
    await leftOf('provider_c', [charge, ...payloads], [1, '100', expected]);
  });

  test('is recorded as differences, each once', async () => {
    const to = await makeWebhook(service, tenant, 'provider_c');
    for (const payload of [charge, refunded(1000, 1), refunded(3000, 2)]) await send(payload, to);
    expect((await rows()).map((one) => [one.reference, one.event_type, one.amount])).toEqual([
      ['ch_1:1000', 'partial_refund', '10'],
      ['ch_1:3000', 'partial_refund', '20'],
      ['pi_1', 'payment', '100'],
    ]);
    expect(await send(refunded(2000, 2), to)).toEqual({ status: 'duplicate' });
  });
});

describe('a refund that fails', () => {
  test.each([
    ['gives its money back', [refunded(3000, 1), failed('re_1', 3000, 2)], '0'],
    [
      'is told by several events',
      [
        refunded(3000, 1),
        failed('re_1', 3000, 2),
        failed('re_1', 3000, 2, 'charge.refund.updated'),
        failed('re_1', 3000, 3, 'refund.updated'),
      ],
      '0',
    ],
    ['is one of several', [refunded(1000, 1), refunded(3000, 2), failed('re_1', 1000, 3)], '20'],
    ['is followed by another', [refunded(1000, 1), failed('re_1', 1000, 2), refunded(1000, 3)], '10'],
    ['is followed by a larger one', [refunded(1000, 1), failed('re_1', 1000, 2), refunded(2500, 3)], '25'],
    ['is followed by one more', [refunded(3000, 1), failed('re_1', 1000, 2), refunded(2500, 3)], '25'],
    [
      'is listed',
      [
        refunded(1000, 1, listed(['re_1', 1000])),
        failed('re_1', 1000, 2),
        refunded(1000, 3, listed(['re_2', 1000], ['re_1', 1000])),
      ],
      '10',
    ],
  ])('%s, in every order', async (_, payloads, expected) => {
    await leftOf('provider_c', [charge, ...payloads], [1, '100', expected]);
  });

  test('is compared with what is left where all events are of one second', async () => {
    const to = await makeWebhook(service, tenant, 'provider_c');
    for (const payload of [charge, refunded(3000, 0), failed('re_1', 1000, 0), refunded(3000, 0)])
      await send(payload, to);
    expect(await money({ books })).toEqual([[1, '100', '30']]);
  });

  test('is a record of its own, linked to what it undoes', async () => {
    const to = await makeWebhook(service, tenant, 'provider_c');
    await send(charge, to);
    const { payment_event_id: refund } = await send(refunded(3000, 1), to);
    expect(await send(failed('re_1', 3000, 2), to)).toMatchObject({
      status: 'recorded',
      event_type: 'reinstated',
      reference: 're_1',
    });
    const { rows: stored } = await service.services.workPool.query(
      "select undoes, undoes_id, original_id is not null as linked from payments where event_type = 'reinstated' and customer_id = $1",
      [tenant.accountId],
    );
    expect(stored).toEqual([{ undoes: 'refund', undoes_id: refund, linked: true }]);
    expect(await row('re_1')).toMatchObject({ original: 'pi_1', amount: '30' });
    expect(await rebuildRollups(service.services.workPool, tenant.accountId)).toMatchObject({ revenue: 0 });
  });

  test.each(['refund.created', 'refund.updated', 'charge.refund.updated'])(
    'is not told by %s of one that succeeds',
    async (type) => {
      const to = await makeWebhook(service, tenant, 'provider_c');
      await send(charge, to);
      const about = { id: 're_1', amount: 1000, charge: 'ch_1', status: 'succeeded' };
      expect(await send(event(type, about), to)).toEqual({ status: 'ignored' });
    },
  );
});

describe('a dispute', () => {
  const dispute = (type: string, status: string, minutes: number, change: object = {}) =>
    event(`charge.dispute.${type}`, { id: 'dp_1', amount: 4000, charge: 'ch_1', status, ...change }, minutes);
  test.each([
    [
      'an inquiry',
      [dispute('created', 'warning_needs_response', 1), dispute('closed', 'warning_closed', 2)],
      '0',
    ],
    [
      'an inquiry that becomes one',
      [dispute('created', 'warning_needs_response', 1), dispute('funds_withdrawn', 'needs_response', 2)],
      '40',
    ],
    [
      'one whose money goes',
      [dispute('created', 'needs_response', 1), dispute('funds_withdrawn', 'needs_response', 1)],
      '40',
    ],
    ['one that is lost', [dispute('created', 'needs_response', 1), dispute('closed', 'lost', 2)], '40'],
    [
      'one that is won',
      [
        dispute('created', 'needs_response', 1),
        dispute('closed', 'won', 2),
        dispute('funds_reinstated', 'won', 2),
      ],
      '0',
    ],
    [
      'one that is won in part',
      [
        dispute('created', 'needs_response', 1),
        dispute('funds_reinstated', 'won', 2, {
          balance_transactions: [
            { amount: -4000, currency: 'usd' },
            { amount: 1500, currency: 'usd' },
          ],
        }),
      ],
      '25',
    ],
  ])('moves what moved, in every order: %s', async (_, payloads, expected) => {
    await leftOf('provider_c', [charge, ...payloads], [1, '100', expected]);
  });
});

describe('refunds of provider_b', () => {
  const payment = {
    event: 'charge.completed',
    data: { id: 7, tx_ref: 'tx-1', flw_ref: 'flw-1', amount: 100, currency: 'NGN', status: 'successful' },
  };
  const refund = (data: object) => ({
    event: 'refund.completed',
    data: { currency: 'NGN', status: 'completed', ...data },
  });
  const byId = (id: number, amount: number) => ({
    id,
    AmountRefunded: amount,
    status: 'completed',
    TransactionId: 7,
  });
  const byFlwRef = (amount: number, comment = '') => refund({ flw_ref: 'flw-1', amount, comment });

  test.each([
    ['one with an id and without', [byId(1, 30), byFlwRef(30)], '30'],
    ['two parts without', [byFlwRef(30), byFlwRef(20)], '50'],
    ['two of one amount with ids, one of them also without', [byId(1, 30), byId(2, 30), byFlwRef(30)], '60'],
    [
      'two of one amount, with and without',
      [byId(1, 30), byId(2, 30), byFlwRef(30, 'a'), byFlwRef(30, 'b')],
      '60',
    ],
    ['different amounts', [byId(1, 30), byFlwRef(20)], '50'],
    ['one that fails later', [byId(1, 30), { ...byId(1, 30), event: undefined, status: 'completed' }], '30'],
  ])('count once each, in every order: %s', async (_, payloads, expected) => {
    await leftOf('provider_b', [payment, ...payloads], [1, '100', expected]);
  });

  test('that fail give back what is recorded of them, and nothing else', async () => {
    const to = await makeWebhook(service, tenant, 'provider_b');
    const fails = (id: number) => refund({ id, amount: 30, tx_ref: 'tx-1', status: 'failed' });
    await send(payment, to);
    expect(await send(fails(1), to)).toEqual({ status: 'ignored' });
    expect(await send(fails(1), to)).toEqual({ status: 'ignored' });
    await send(byId(1, 30), to);
    await send(byId(3, 20), to);
    expect(await send(fails(2), to)).toEqual({ status: 'ignored' });
    expect(await send(fails(1), to)).toEqual({ status: 'duplicate' });
    expect(await send(fails(3), to)).toMatchObject({ status: 'recorded', event_type: 'reinstated' });
    expect(await row('3')).toMatchObject({ original: 'tx-1' });
    expect(await money({ books })).toEqual([[1, '100', '-10']]);
  });

  const v4Failed = (id: number, amount: number) => ({
    type: 'refund.failed',
    data: { id, amount_refunded: amount, currency: 'NGN', status: 'failed', charge_id: 7 },
  });
  test.each([
    ['one', [byId(1, 30), v4Failed(1, 30)], '0'],
    ['one of two of an amount', [byId(1, 30), byId(2, 30), v4Failed(1, 30)], '30'],
    [
      'one that is named by what only its payment knows',
      [refund({ id: 1, amount: 30, flw_ref: 'flw-1' }), v4Failed(1, 30)],
      '0',
    ],
    ['one that is told twice', [byId(1, 30), v4Failed(1, 30), { ...v4Failed(1, 30), id: 'again' }], '0'],
    ['one that never moved, and another', [byId(1, 30), v4Failed(2, 30)], '30'],
    ['one that is also told without an id', [byId(1, 30), byFlwRef(30), v4Failed(1, 30)], '0'],
    [
      'one that never moved, and another that is also told without',
      [byId(2, 30), byFlwRef(30), v4Failed(1, 30)],
      '30',
    ],
  ])('that fail leave the payment whole, in every order: %s', async (_, payloads, expected) => {
    await leftOf('provider_b', [payment, ...payloads], [1, '100', expected]);
  });
});

describe('refunds of provider_a', () => {
  const payment = {
    event: 'charge.success',
    data: { reference: 't-1', amount: 10_000, currency: 'NGN', status: 'success' },
  };
  const refund = (event: string, refund_reference: string | null, amount = 3000) => ({
    event,
    data: { transaction_reference: 't-1', refund_reference, amount, currency: 'NGN' },
  });

  test('count once, with their reference and without, in every order', async () => {
    const tellings = [
      refund('refund.processed', 'r-1'),
      refund('refund.processed', null),
      refund('refund.processed', null, 500),
    ];
    await leftOf('provider_a', [payment, ...tellings], [1, '100', '35']);
  });

  test.each([
    ['one', [refund('refund.processed', 'r-1'), refund('refund.failed', 'r-1')], '0'],
    [
      'one of two',
      [refund('refund.processed', 'r-1'), refund('refund.processed', 'r-2'), refund('refund.failed', 'r-1')],
      '30',
    ],
    ['one that never moved', [refund('refund.failed', 'r-1')], '0'],
    [
      'two',
      ['r-1', 'r-2'].flatMap((own) => [refund('refund.processed', own), refund('refund.failed', own)]),
      '0',
    ],
  ])('that fail leave the payment whole, in every order: %s', async (_, payloads, expected) => {
    await leftOf('provider_a', [payment, ...payloads], [1, '100', expected]);
  });

  test('that fail without a reference undo one that was processed before, of the same amount', async () => {
    const to = await makeWebhook(service, tenant, 'provider_a');
    await send(payment, to);
    expect(await send(refund('refund.failed', null), to)).toEqual({ status: 'ignored' });
    await send(refund('refund.processed', 'r-1', 500), to);
    await send(refund('refund.processed', null), to);
    expect(await money({ books })).toEqual([[1, '100', '35']]);
    expect(await send(refund('refund.failed', null), to)).toMatchObject({ event_type: 'reinstated' });
    expect(await send(refund('refund.failed', null), to)).toEqual({ status: 'duplicate' });
    expect(await money({ books })).toEqual([[1, '100', '5']]);
  });

  test('that are known to have failed are undone as they come, of whichever payment they name', async () => {
    const to = await makeWebhook(service, tenant, 'provider_a');
    await send(refund('refund.failed', 'r-1'), to);
    const { rows: remembered } = await service.services.workPool.query(
      'select provider, reference, trim_scale(amount)::text as amount from failed_refunds where customer_id = $1',
      [tenant.accountId],
    );
    expect(remembered).toEqual([{ provider: 'provider_a', reference: 'r-1', amount: '30' }]);
    await send(refund('refund.processed', 'r-1'), to);
    expect(await money({ books })).toEqual([]);
    await send(payment, to);
    const { rows: stored } = await service.services.workPool.query(
      `select back.undoes, refund.reference, back.original_id = refund.original_id as same_original, back.key_type
       from payments back join payments refund on refund.payment_event_id = back.undoes_id
       where back.customer_id = $1`,
      [tenant.accountId],
    );
    expect(stored).toEqual([
      { undoes: 'refund', reference: 'r-1', same_original: true, key_type: 'reinstated' },
    ]);
    const { rows: left } = await service.services.workPool.query(
      'select 1 from failed_refunds where customer_id = $1',
      [tenant.accountId],
    );
    expect(left).toEqual([]);
  });
});

describe('what is reinstated by the developer', () => {
  const back = (original_reference: string) =>
    paid({ event_type: 'reinstated', reference: 'back-1', amount: 30, original_reference });

  test.each(['r-1', 'p-1'])('finds its payment in every order, by %s', async (of) => {
    const refund = paid({ event_type: 'refund', reference: 'r-1', amount: 30, original_reference: 'p-1' });
    const seen = await inEveryOrder('generic', [paid(), refund, back(of)], async (records) => [
      await money(records),
      (await records.row('back-1'))?.original,
    ]);
    expect(seen).toEqual(same(6, [[[1, '100', '0']], 'p-1']));
  });

  test('never makes one of two payments', async () => {
    await send(paid({ reference: 'r-1' }));
    await send(paid());
    await send(paid({ event_type: 'refund', reference: 'r-1', amount: 30, original_reference: 'p-1' }));
    await send(back('r-1'));
    expect(await row('back-1')).toMatchObject({ original: 'p-1' });
    expect(await money({ books })).toEqual([[2, '200', '0']]);
    expect(await send(back('r-1'), webhook)).toEqual({ status: 'duplicate' });
  });
});

describe('the names of a payment', () => {
  const intent = event('payment_intent.succeeded', {
    id: 'pi_1',
    amount_received: 10_000,
    metadata: { user_id: 'u-1' },
  });
  const invoice = event('invoice.paid', { id: 'in_1', amount_paid: 10_000, charge: 'ch_1' });
  const dispute = event('charge.dispute.created', {
    id: 'dp_1',
    amount: 4000,
    payment_intent: 'pi_1',
    charge: 'ch_1',
  });
  const ofIntent = event('charge.dispute.created', { id: 'dp_2', amount: 500, payment_intent: 'pi_1' });
  const ofCharge = refunded(1000, 1, { payment_intent: null });

  test.each([
    ['its charge, its intent, and both', [intent, invoice, charge], [1, '100', '0']],
    ['a dispute that knows both', [intent, invoice, dispute], [1, '100', '40']],
    ['reversals of either, and one of both', [intent, ofIntent, ofCharge, charge], [1, '100', '15']],
    ['all of them', [intent, invoice, charge, ofIntent, ofCharge], [1, '100', '15']],
  ] as const)('make one of what is told of it, in every order: %s', async (_, payloads, expected) => {
    await leftOf('provider_c', payloads, expected);
  });

  test('are those of one that knows what each telling knew', async () => {
    const to = await makeWebhook(service, tenant, 'provider_c');
    for (const payload of [invoice, ofCharge, intent, ofIntent, charge]) {
      await send(payload, to);
      time.now += 1000;
    }
    const recorded = await rows();
    expect(recorded.filter(({ event_type }) => event_type === 'payment')).toMatchObject([
      { reference: 'ch_1' },
    ]);
    expect(recorded.map(({ original }) => original).toSorted()).toEqual(['ch_1', 'ch_1', null]);
    const { rows: stored } = await service.services.workPool.query(
      "select user_id from payments where customer_id = $1 and event_type = 'payment'",
      [tenant.accountId],
    );
    expect(stored).toEqual([{ user_id: 'u-1' }]);
  });
});
