import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { eraseNow } from '../../erasure/testing/erase-now.ts';
import { attributionsOf, clickLink, processQueued, send } from '../../testing/attributed-app.ts';
import { createSlug } from '../../testing/create-link.ts';
import { createTenant, type Tenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { processReviews } from './fraud-reviewer.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let now = Date.now();
let tenant: Tenant;

const service = useService({ clock: () => now });
beforeEach(async () => {
  tenant = await createTenant(service);
});

const PHONE = { device_model: 'SM-A155F', os_name: 'Android', os_version: '14' };
const EMULATOR = { ...PHONE, device_model: 'sdk_gphone64_x86_64' };

/** Follows a link, waits two minutes and installs with the store's referrer. */
async function installFromLink(members: Record<string, unknown> = {}, from = '203.0.113.9'): Promise<string> {
  const { referrer } = await clickLink(service, slug ?? '', { from });
  now += 2 * MINUTE;
  const ids = { android_id: randomUUID(), installation_id: randomUUID() };
  return send(
    service,
    tenant,
    { event_type: 'install', referrer, ...ids, ...PHONE, ...members },
    { 'x-forwarded-for': from },
  );
}

let slug: string | undefined;
beforeEach(async () => {
  slug = await createSlug(tenant);
});

interface Flag {
  readonly event_id: string;
  readonly rule: string;
  readonly signals: Record<string, unknown>;
  readonly flagged_at: Date;
}

async function flags(): Promise<Flag[]> {
  const { rows } = await service.services.workPool.query<Flag>(
    `select event_id, rule, signals, flagged_at from fraud_flags join installs using (customer_id, install_id)
     where customer_id = $1 order by rule, event_id`,
    [tenant.accountId],
  );
  return rows;
}

async function review(): Promise<void> {
  const { workPool: pool, log, clock } = service.services;
  while ((await processReviews({ pool, log, clock })) > 0);
}

const sign = async (settings: object | null) => {
  await service.services.workPool.query('update apps set settings = $2 where id = $1', [
    tenant.appId,
    JSON.stringify(settings),
  ]);
};

test('installs of one link from another country than their click are flagged from the third, and the others in review', async () => {
  for (const n of [1, 2, 3]) {
    const { referrer } = await clickLink(service, slug ?? '', { from: `41.90.${60 + n}.9` });
    now += 2 * MINUTE;
    const install = { event_type: 'install', referrer, installation_id: randomUUID(), ...PHONE };
    await send(service, tenant, install, { 'x-forwarded-for': `84.128.${n}.9` });
    await processQueued(service);
  }
  const flag = {
    rule: 'geo_or_clock_mismatch',
    signals: { click_country: 'KE', install_country: 'DE', installs_abroad: 3, of_installs: 3 },
  };
  expect(await flags()).toMatchObject([flag]);
  now += 25 * HOUR;
  await review();
  expect(await flags()).toMatchObject([flag, flag, flag]);
});

describe('at the decision', () => {
  test('a flag lowers the confidence by half of its score, as a part with its name and in the sentence', async () => {
    await installFromLink(EMULATOR);
    await processQueued(service);
    const [attribution] = await attributionsOf(service, tenant);
    const { match_type } = attribution?.confidence_breakdown ?? {};
    expect(attribution).toMatchObject({
      model: 'install_referrer',
      confidence_breakdown: { match_type, fraud_emulator: -43 },
      reason: expect.stringMatching(/Lowered to \d+ for signs of fraud: emulator\.$/),
    });
    const sum = Object.values(attribution?.confidence_breakdown ?? {}).reduce((a, b) => a + b, 0);
    expect(attribution?.confidence_score).toBe(sum);
  });

  test('an honest install keeps its confidence and has no flag', async () => {
    await installFromLink();
    await processQueued(service);
    const [attribution] = await attributionsOf(service, tenant);
    expect(attribution?.confidence_score).toBeGreaterThanOrEqual(90);
    expect(await flags()).toEqual([]);
  });

  test('a click that comes between the beginning and the first open is an injection', async () => {
    const gaid = randomUUID();
    await clickLink(service, slug ?? '', { query: `?gaid=${gaid}` });
    const began = Math.floor(now / 1000) - 30;
    now += 4000;
    await send(service, tenant, { event_type: 'install', gaid, install_begin_ts: began, ...PHONE });
    await processQueued(service);
    expect((await flags()).map(({ rule }) => rule)).toEqual(['click_injection', 'install_time_anomaly']);
    const [{ model, confidence_score } = { model: '', confidence_score: 0 }] = await attributionsOf(
      service,
      tenant,
    );
    expect([model, confidence_score]).toEqual(['deterministic', 0]);
  });

  test.each([
    [
      {
        fraud: {
          click_flooding: { days: 1e12 },
          device_farm: { within_hours: 1e300 },
          duplicate_install: { within_hours: 1e300 },
        },
      },
    ],
    [{ click_window_hours: 1e300, probabilistic_window_hours: 'many', fraud: null, integrity: [] }],
    [null],
  ])('settings that no statement could work with stop no attribution: %j', async (settings) => {
    await sign(settings);
    await installFromLink(EMULATOR);
    await processQueued(service);
    expect((await flags()).map(({ rule }) => rule)).toEqual(['emulator']);
  });

  test('a rule that its app has switched off stays silent', async () => {
    await sign({ fraud: { emulator: { enabled: false } } });
    await installFromLink(EMULATOR);
    await processQueued(service);
    expect(await flags()).toEqual([]);
  });

  test('installs of another account or app are no neighbours', async () => {
    for (let n = 0; n < 3; n++) await installFromLink();
    await processQueued(service);
    tenant = await createTenant(service);
    slug = await createSlug(tenant);
    await installFromLink();
    await processQueued(service);
    await review();
    expect(await flags()).toEqual([]);
  });
});

describe('in review', () => {
  test('the first phones of a farm are flagged as well, once each, and keep their confidence', async () => {
    for (let n = 0; n < 4; n++) {
      await installFromLink();
      await processQueued(service);
    }
    const scores = (await attributionsOf(service, tenant)).map(({ confidence_score }) => confidence_score);
    expect((await flags()).map(({ rule }) => rule)).toEqual(['device_farm']);
    now += 25 * HOUR;
    await review();
    const flagged = await flags();
    expect(flagged.map(({ rule }) => rule)).toEqual(Array(4).fill('device_farm'));
    expect(flagged[0]?.signals).toEqual({
      devices: 4,
      of_installs: 4,
      share_of_model_pct: 7.5,
      device_model: 'SM-A155F',
    });
    expect((await attributionsOf(service, tenant)).map(({ confidence_score }) => confidence_score)).toEqual(
      scores,
    );
    now += 72 * HOUR;
    await review();
    expect(await flags()).toEqual(flagged);
  });

  test('phones of one model without a click are no farm', async () => {
    for (let n = 0; n < 6; n++) {
      await send(service, tenant, { event_type: 'install', android_id: randomUUID(), ...PHONE });
    }
    await processQueued(service);
    now += 25 * HOUR;
    await review();
    expect(await flags()).toEqual([]);
  });

  test('a missing token counts only when a day has brought none', async () => {
    await sign({ integrity: { expected: true } });
    const [late, never, there] = [randomUUID(), randomUUID(), randomUUID()];
    await installFromLink({ installation_id: late });
    const withoutToken = await installFromLink({ installation_id: never });
    await installFromLink({ installation_id: there, integrity_token: 'tag' });
    await processQueued(service);
    now += HOUR;
    await send(service, tenant, {
      event_type: 'session_start',
      installation_id: late,
      integrity_token: 'tag',
    });
    now += 22 * HOUR;
    await review();
    expect(await flags()).toEqual([]);
    now += 2 * HOUR;
    await review();
    expect(await flags()).toMatchObject([{ event_id: withoutToken, rule: 'integrity_missing' }]);
  });

  test('an install is looked at after a day and after three, then no more', async () => {
    await installFromLink();
    await processQueued(service);
    const waiting = async () =>
      (
        await service.services.workPool.query('select reviews from fraud_reviews where customer_id = $1', [
          tenant.accountId,
        ])
      ).rows;
    expect(await waiting()).toEqual([{ reviews: 0 }]);
    now += 24 * HOUR;
    await review();
    expect(await waiting()).toEqual([{ reviews: 1 }]);
    now += 48 * HOUR;
    await review();
    expect(await waiting()).toEqual([]);
  });
});

test('an erased device leaves no flag, no signals and no review behind', async () => {
  const android_id = randomUUID();
  await installFromLink({ ...EMULATOR, android_id });
  const other = await installFromLink(EMULATOR);
  await processQueued(service);
  const pool = service.services.workPool;
  await eraseNow(service.services, {
    customerId: tenant.accountId,
    kind: 'android_id',
    value: android_id,
  });
  expect((await flags()).map(({ event_id }) => event_id)).toEqual([other]);
  for (const table of ['fraud_flags', 'install_signals', 'fraud_reviews']) {
    const { rowCount } = await pool.query(`select from ${table} where customer_id = $1`, [tenant.accountId]);
    expect([table, rowCount]).toEqual([table, 1]);
  }
});
