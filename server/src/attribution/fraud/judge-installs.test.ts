import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { eraseNow } from '../../privacy/erasure/testing/erase-now.ts';
import { attributionsOf, clickLink, processQueued, send } from '../../testing/attributed-app.ts';
import { EMULATOR, PHONE, useFraudApp } from './testing/use-fraud-app.ts';

const { time, service, app, createApp, installFromLink, flags, review, setSettings } = useFraudApp();

describe('at the decision', () => {
  test('a flag lowers the confidence by half of its score, as a part with its name and in the sentence', async () => {
    await installFromLink(EMULATOR);
    await processQueued(service);
    const [attribution] = await attributionsOf(service, app.tenant);
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
    const [attribution] = await attributionsOf(service, app.tenant);
    expect(attribution?.confidence_score).toBeGreaterThanOrEqual(90);
    expect(await flags()).toEqual([]);
  });

  test('a click that comes between the beginning and the first open is an injection', async () => {
    const gaid = randomUUID();
    await clickLink(service, app.slug, { query: `?gaid=${gaid}` });
    const began = Math.floor(time.now / 1000) - 30;
    time.now += 4000;
    await send(service, app.tenant, { event_type: 'install', gaid, install_begin_ts: began, ...PHONE });
    await processQueued(service);
    expect((await flags()).map(({ rule }) => rule)).toEqual(['click_injection', 'install_time_anomaly']);
    const [{ model, confidence_score } = { model: '', confidence_score: 0 }] = await attributionsOf(
      service,
      app.tenant,
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
    await setSettings(settings);
    await installFromLink(EMULATOR);
    await processQueued(service);
    expect((await flags()).map(({ rule }) => rule)).toEqual(['emulator']);
  });

  test('a rule that its app has switched off stays silent', async () => {
    await setSettings({ fraud: { emulator: { enabled: false } } });
    await installFromLink(EMULATOR);
    await processQueued(service);
    expect(await flags()).toEqual([]);
  });

  test('installs of another account or app are no neighbours', async () => {
    for (let n = 0; n < 3; n++) await installFromLink();
    await processQueued(service);
    const other = await createApp();
    await installFromLink({}, other);
    await processQueued(service);
    await review();
    expect(await flags(other)).toEqual([]);
  });
});

test('an erased device leaves no flag, no signals and no review behind', async () => {
  const android_id = randomUUID();
  await installFromLink({ ...EMULATOR, android_id });
  const other = await installFromLink(EMULATOR);
  await processQueued(service);
  const pool = service.services.workPool;
  await eraseNow(service.services, {
    customerId: app.tenant.accountId,
    kind: 'android_id',
    value: android_id,
  });
  expect((await flags()).map(({ event_id }) => event_id)).toEqual([other]);
  for (const table of ['fraud_flags', 'install_signals', 'fraud_reviews']) {
    const { rowCount } = await pool.query(`select from ${table} where customer_id = $1`, [
      app.tenant.accountId,
    ]);
    expect([table, rowCount]).toEqual([table, 1]);
  }
});
