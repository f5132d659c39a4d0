import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { attributionsOf, clickLink, processQueued, send } from '../../testing/attributed-app.ts';
import { createSlug } from '../../testing/create-link.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** When the click is made and the install arrives, and what the store does in between. */
const CLICKED = Date.UTC(2026, 4, 10, 12, 0, 0, 900);
const OPENED = CLICKED + 40 * SECOND;
const ARRIVES = OPENED + 12 * SECOND;

let now = CLICKED;

const service = useService({ clock: () => now });
beforeEach(() => {
  now = CLICKED;
});
const tenant = perTest(() => createTenant(service));

interface Story {
  /** How far the phone's clock is ahead, in ms. */
  off: number;
  /** What the SDK reports besides the timestamp. */
  says: 'both' | 'sent_at' | 'age_ms' | 'neither';
  /** How long after the click the store begins, in ms. */
  begins: number;
  /** Whether the click's id is in the referrer; otherwise the advertising id identifies it. */
  named: boolean;
}

/** Plays a click and an install by a phone with that clock, and returns the result. */
async function play({ off, says, begins, named }: Story) {
  const gaid = randomUUID();
  const { referrer } = await clickLink(service, await createSlug(tenant), { query: `?gaid=${gaid}` });
  now = ARRIVES;
  const seconds = (at: number) => Math.floor((at + off) / SECOND);
  // An event signed by a clock that is far off is refused, and signed again with the service's time.
  const signedAt = Math.abs(off) > 10 * MINUTE ? ARRIVES : ARRIVES + off;
  await send(service, tenant, {
    event_type: 'install',
    gaid,
    ...(named ? { referrer, referrer_click_ts: seconds(CLICKED) } : {}),
    install_begin_ts: seconds(CLICKED + begins),
    timestamp: OPENED + off,
    sent_at: says === 'both' || says === 'sent_at' ? signedAt : null,
    age_ms: says === 'both' || says === 'age_ms' ? ARRIVES - OPENED : null,
  });
  await processQueued(service);
  const [attribution] = await attributionsOf(service, tenant);
  const { rows } = await service.services.workPool.query<{ rule: string }>(
    'select rule from fraud_flags where customer_id = $1 order by rule',
    [tenant.accountId],
  );
  return { ...attribution, flags: rows.map(({ rule }) => rule) };
}

const CLOCKS = [-9 * MINUTE, -90 * SECOND, -4 * SECOND, -700, 0, 700, 4 * SECOND, 90 * SECOND, 9 * MINUTE];
const table = (says: readonly Story['says'][]) =>
  says.flatMap((one) => CLOCKS.map((off) => [off, one] as const));

describe('an honest install that names its own click is not accused', () => {
  test.each(table(['both', 'sent_at']))('by a clock that is %i ms off, with %s', async (off, says) => {
    // The shortest time in which anyone can tap "install".
    expect(await play({ off, says, begins: 100, named: true })).toMatchObject({
      flags: [],
      model: 'install_referrer',
      confidence_score: 99,
      confidence_breakdown: { store_times: 1 },
    });
  });

  test.each([-5 * HOUR, -HOUR, HOUR, 5 * HOUR])(
    'by a clock that is %i ms off, whose events are signed with the service’s time',
    async (off) => {
      expect(await play({ off, says: 'both', begins: 100, named: true })).toMatchObject({
        flags: [],
        model: 'install_referrer',
        confidence_breakdown: { store_times: 0 },
      });
    },
  );

  test('by a clock that nothing is known of', async () => {
    expect(await play({ off: -4 * SECOND, says: 'neither', begins: 100, named: true })).toMatchObject({
      flags: [],
      confidence_breakdown: { store_times: 0 },
    });
  });
});

describe('an injected click is found out', () => {
  test.each(table(['both', 'sent_at', 'age_ms']))(
    'by a clock that is %i ms off, with %s',
    async (off, says) => {
      expect(await play({ off, says, begins: -10 * SECOND, named: false })).toMatchObject({
        flags: ['click_injection', 'install_time_anomaly'],
        model: 'deterministic',
      });
    },
  );
});
