import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { attributionsOf, clickLink, processQueued, send } from '../../../testing/attributed-app.ts';
import { HOUR, MINUTE, PHONE, useFraudApp } from '../testing/use-fraud-app.ts';

const { time, service, app, installFromLink, flags, review, setSettings } = useFraudApp();

test('installs of one link from another country than their click are flagged from the third, and the others in review', async () => {
  for (const n of [1, 2, 3]) {
    const { referrer } = await clickLink(service, app.slug, { from: `41.90.${60 + n}.9` });
    time.now += 2 * MINUTE;
    const install = { event_type: 'install', referrer, installation_id: randomUUID(), ...PHONE };
    await send(service, app.tenant, install, { 'x-forwarded-for': `84.128.${n}.9` });
    await processQueued(service);
  }
  const flag = {
    rule: 'geo_or_clock_mismatch',
    signals: { click_country: 'KE', install_country: 'DE', installs_abroad: 3, of_installs: 3 },
  };
  expect(await flags()).toMatchObject([flag]);
  time.now += 25 * HOUR;
  await review();
  expect(await flags()).toMatchObject([flag, flag, flag]);
});

describe('in review', () => {
  test('the first phones of a farm are flagged as well, once each, and keep their confidence', async () => {
    for (let n = 0; n < 4; n++) {
      await installFromLink();
      await processQueued(service);
    }
    const scores = (await attributionsOf(service, app.tenant)).map(
      ({ confidence_score }) => confidence_score,
    );
    expect((await flags()).map(({ rule }) => rule)).toEqual(['device_farm']);
    time.now += 25 * HOUR;
    await review();
    const flagged = await flags();
    expect(flagged.map(({ rule }) => rule)).toEqual(Array(4).fill('device_farm'));
    expect(flagged[0]?.signals).toEqual({
      devices: 4,
      of_installs: 4,
      share_of_model_pct: 7.5,
      device_model: 'SM-A155F',
    });
    expect(
      (await attributionsOf(service, app.tenant)).map(({ confidence_score }) => confidence_score),
    ).toEqual(scores);
    time.now += 72 * HOUR;
    await review();
    expect(await flags()).toEqual(flagged);
  });

  test('phones of one model without a click are no farm', async () => {
    for (let n = 0; n < 6; n++) {
      await send(service, app.tenant, { event_type: 'install', android_id: randomUUID(), ...PHONE });
    }
    await processQueued(service);
    time.now += 25 * HOUR;
    await review();
    expect(await flags()).toEqual([]);
  });

  test('a missing token counts only when a day has brought none', async () => {
    await setSettings({ integrity: { expected: true } });
    const [late, never, there] = [randomUUID(), randomUUID(), randomUUID()];
    await installFromLink({ installation_id: late });
    const withoutToken = await installFromLink({ installation_id: never });
    await installFromLink({ installation_id: there, integrity_token: 'tag' });
    await processQueued(service);
    time.now += HOUR;
    await send(service, app.tenant, {
      event_type: 'session_start',
      installation_id: late,
      integrity_token: 'tag',
    });
    time.now += 22 * HOUR;
    await review();
    expect(await flags()).toEqual([]);
    time.now += 2 * HOUR;
    await review();
    expect(await flags()).toMatchObject([{ event_id: withoutToken, rule: 'integrity_missing' }]);
  });

  test('an install is looked at after a day and after three, then no more', async () => {
    await installFromLink();
    await processQueued(service);
    const waiting = async () =>
      (
        await service.services.workPool.query('select reviews from fraud_reviews where customer_id = $1', [
          app.tenant.accountId,
        ])
      ).rows;
    expect(await waiting()).toEqual([{ reviews: 0 }]);
    time.now += 24 * HOUR;
    await review();
    expect(await waiting()).toEqual([{ reviews: 1 }]);
    time.now += 48 * HOUR;
    await review();
    expect(await waiting()).toEqual([]);
  });
});
