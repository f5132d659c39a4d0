import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../platform/values/day-ms.ts';
import { perTest } from '../../testing/per-suite.ts';
import { refuseRows } from '../../testing/refuse-rows.ts';
import { startTestService } from '../../testing/test-service.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { createRefusalSampler } from '../receive/refusal-sampler.ts';
import { paid } from '../testing/generic-payloads.ts';
import { accepted, deliver, makeWebhook } from '../testing/payment-webhook.ts';
import { startPaymentTrimmer } from './payment-trimmer.ts';
import { trimDeliveries } from './trim-deliveries.ts';
import { trimPayloads } from './trim-payloads.ts';

const START = Date.UTC(2026, 4, 10, 12);
let now = START;

const service = useService({ clock: () => now });
beforeEach(() => {
  now = START;
});
const tenant = perTest(() => createTenant(service));
const webhook = perTest(() => makeWebhook(service, tenant));

interface PayloadRow {
  readonly payment_event_id: string;
  readonly sealed: string;
}

async function payloads(of = service): Promise<PayloadRow[]> {
  const { rows } = await of.services.workPool.query<PayloadRow>(
    'select payment_event_id, sealed from payment_payloads where customer_id = $1 order by stored_at',
    [tenant.accountId],
  );
  return rows;
}

function trim(payloadDays: number, at: number): Promise<void> {
  const { backgroundPool: pool, log } = service.services;
  return trimPayloads({ pool, log, clock: () => at, payloadDays });
}

describe('the raw payload of a payment', () => {
  test('is stored encrypted, bound to its record, and decrypts to what was delivered', async () => {
    const sent = paid({ note: 'für Ännchen ☂' });
    const { payment_event_id = '' } = await accepted(service, webhook, sent);
    const [kept] = await payloads();
    expect(kept?.payment_event_id).toBe(payment_event_id);
    expect(kept?.sealed).not.toMatch(/p-1|chen|EUR/);
    const { keyring } = service.services;
    expect(keyring.open('payment-payload', payment_event_id, kept?.sealed ?? '')).toBe(JSON.stringify(sent));
    expect(() => keyring.open('payment-payload', randomUUID(), kept?.sealed ?? '')).toThrow();
  });

  test('is kept once, however often it is delivered', async () => {
    for (let time = 0; time < 3; time++) await accepted(service, webhook, paid());
    expect(await payloads()).toHaveLength(1);
  });

  test('of another announcement is kept if it added information', async () => {
    await accepted(service, webhook, paid());
    await accepted(service, webhook, paid({ metadata: { user_id: 'ann' } }));
    await accepted(service, webhook, paid({ metadata: { user_id: 'bob' } }));
    expect(await payloads()).toHaveLength(2);
  });

  test('of an ignored or refused delivery is not kept', async () => {
    await accepted(service, webhook, paid({ event_type: 'other' }));
    await deliver(service, webhook, 'not json');
    await deliver(service, webhook, paid(), { 'x-service-signature': 'f'.repeat(64) });
    expect(await payloads()).toEqual([]);
  });

  test('is not kept at all for 0 days', async () => {
    const other = await startTestService({
      clock: () => now,
      databaseUrl: service.databaseUrl,
      env: { PAYMENT_PAYLOAD_DAYS: '0' },
    });
    try {
      expect(await accepted(other, webhook, paid())).toMatchObject({ status: 'recorded' });
      expect(await payloads()).toEqual([]);
    } finally {
      await other.close();
    }
  });

  test('is removed when its days are over, and not before', async () => {
    await accepted(service, webhook, paid());
    now = START + DAY_MS;
    await accepted(service, webhook, paid({ reference: 'p-2' }));
    for (const [at, left] of [
      [START + 30 * DAY_MS - 1, 2],
      [START + 30 * DAY_MS, 1],
      [START + 31 * DAY_MS, 0],
    ] as const) {
      await trim(30, at);
      expect(await payloads()).toHaveLength(left);
    }
  });

  test('is removed at once, in any number, when none are to be kept', async () => {
    await service.services.workPool.query(
      `insert into payment_payloads (customer_id, payment_event_id, digest, stored_at, sealed)
       select $1, gen_random_uuid(), '', $2, '' from generate_series(1, 1201)`,
      [tenant.accountId, new Date(START).toISOString()],
    );
    await trim(0, START);
    expect(await payloads()).toEqual([]);
  });

  test('that cannot be removed holds up those of no other account', async () => {
    const others = await Promise.all([createTenant(service), createTenant(service)]);
    for (const { accountId } of [tenant, ...others])
      await service.services.workPool.query(
        `insert into payment_payloads (customer_id, payment_event_id, digest, stored_at, sealed)
         values ($1, gen_random_uuid(), '', $2, '')`,
        [accountId, new Date(START).toISOString()],
      );
    const left = async () => {
      const { rows } = await service.services.workPool.query<{ customer_id: string }>(
        'select customer_id from payment_payloads where customer_id = any($1)',
        [[tenant, ...others].map(({ accountId }) => accountId)],
      );
      return rows.map(({ customer_id }) => customer_id);
    };
    const mend = await refuseRows(service.services.workPool, {
      table: 'payment_payloads',
      before: 'delete',
      when: `old.customer_id = '${tenant.accountId}'`,
    });
    await trim(0, START).finally(mend);
    expect(await left()).toEqual([tenant.accountId]);
    await trim(0, START);
    expect(await left()).toEqual([]);
  });
});

describe('the deliveries of a webhook', () => {
  const log = async (of = webhook) => {
    const { rows } = await service.services.workPool.query<{ verified: boolean; reason: string }>(
      'select verified, reason from payment_deliveries where webhook_id = $1 order by delivered_at desc',
      [of.id],
    );
    return rows;
  };
  /** Logs deliveries, one minute apart, the first a minute after START. */
  const logMany = (verified: boolean, count: number, of = webhook) =>
    service.services.workPool.query(
      `insert into payment_deliveries (delivery_id, webhook_id, delivered_at, verified, outcome, reason)
       select gen_random_uuid(), $1, $2::timestamptz + interval '1 minute' * n, $3, 'ignored', n::text
       from generate_series(1, $4::int) n`,
      [of.id, new Date(START).toISOString(), verified, count],
    );

  test('are listed with the outcome of each and the reason', async () => {
    await accepted(service, webhook, paid());
    now += 1000;
    await accepted(service, webhook, paid({ reference: 'p-2', metadata: { gaid: 'x', user_id: 'ann' } }));
    now += 1000;
    await accepted(service, webhook, paid({ metadata: { user_id: 'ann' } }));
    now += 1000;
    await deliver(service, webhook, '{}');
    expect((await log()).map(({ reason }) => reason)).toEqual([
      'currency must be an ISO 4217 code',
      'it adds information to a recorded payment',
      'no device is known by its gaid, user_id',
      'it names no device',
    ]);
  });

  test('are kept up to what is shown: 50 that were verified and 50 that were not', async () => {
    const other = await makeWebhook(service, tenant, 'provider_a');
    await logMany(true, 51);
    await logMany(false, 120);
    await logMany(true, 50, other);
    await trimDeliveries(service.services.workPool);
    const kept = await log();
    const reasons = (verified: boolean) =>
      kept.filter((one) => one.verified === verified).map(({ reason }) => Number(reason));
    expect([reasons(true).length, Math.min(...reasons(true))]).toEqual([50, 2]);
    expect([reasons(false).length, Math.min(...reasons(false))]).toEqual([50, 71]);
    expect(await log(other)).toHaveLength(50);
  });

  test('are removed with their webhook', async () => {
    await logMany(true, 3);
    await service.services.workPool.query('delete from payment_webhooks where id = $1', [webhook.id]);
    await trimDeliveries(service.services.workPool);
    expect(await log()).toEqual([]);
  });

  test('are trimmed outside the requests', async () => {
    await logMany(true, 60);
    const { workPool: pool, log: logger, clock } = service.services;
    const trimmer = startPaymentTrimmer({ pool, log: logger, clock, payloadDays: 30 });
    await expect.poll(() => log()).toHaveLength(50);
    await trimmer.stop();
  });
});

test('logs ten refusals of a webhook per minute, and starts over after that', () => {
  let at = START;
  const sampler = createRefusalSampler(() => at);
  const logged = () => Array.from({ length: 15 }, () => sampler.isLogged('w')).filter(Boolean).length;
  expect(logged()).toBe(10);
  expect(sampler.isLogged('another')).toBe(true);
  at += 59_999;
  expect(logged()).toBe(0);
  at += 1;
  expect(logged()).toBe(10);
});
