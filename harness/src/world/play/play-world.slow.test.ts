import { startTestService, type TestService } from '@tributary/server/testing/test-service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventAction } from '../action.ts';
import { generateWorld } from '../generate-world.ts';
import { SMALL_WORLD_SEED } from '../seeds.ts';
import { WORLD } from '../world-parameters.ts';
import { type PlayedWorld, playWorld } from './play-world.ts';
import { createWorldClock } from './world-clock.ts';

const clock = createWorldClock(WORLD.startsAt);
const world = generateWorld(SMALL_WORLD_SEED, 150);

interface Row {
  readonly event_id: string;
  readonly model: string;
  readonly click_id: string | null;
  readonly installed_at: Date;
  readonly received_at: Date;
}

let service: TestService;
let played: PlayedWorld;
let rows: Map<string, Row>;

beforeAll(async () => {
  service = await startTestService({ clock: clock.now });
  played = await playWorld(world, { services: [service], clock });
  const stored = await service.services.workPool.query<Row>(
    `select event_id, model, click_id, attributions.installed_at, installs.received_at
     from installs join attributions using (customer_id, install_id) where customer_id = $1`,
    [played.tenant.accountId],
  );
  rows = new Map(stored.rows.map((row) => [row.event_id, row]));
}, 120_000);
afterAll(() => service.close());

const installs = () =>
  [...world.actions()].filter(
    (action): action is EventAction => action.kind === 'event' && action.truth !== null,
  );

test('every install of the world reaches the service once and is attributed', () => {
  expect([...rows.keys()].sort()).toEqual(played.truths.map(({ eventId }) => eventId).sort());
});

test('installs have the time at which they happened in the world, and arrived', () => {
  for (const { event, at } of installs()) {
    const row = rows.get(event.event_id);
    expect(row?.received_at.getTime()).toBe(at);
    if (event.age_ms !== undefined) expect(row?.installed_at.getTime()).toBe(at - event.age_ms);
  }
});

test('a referrer names the very click that it was handed for', () => {
  const claims = installs().filter(({ claim }) => claim?.by === 'referrer');
  expect(claims.length).toBeGreaterThan(30);
  for (const { event, claim } of claims) {
    const row = rows.get(event.event_id);
    if (row?.model === 'install_referrer') {
      expect(row.click_id).toBe(played.clicks.get(claim?.click ?? '')?.clickId);
    }
  }
});

test('clicks have their own times; fetched previews are none', async () => {
  const { rows: stored } = await service.services.workPool.query<{ click_id: string; clicked_at: Date }>(
    'select click_id, clicked_at from clicks where customer_id = $1 and excluded_because is null',
    [played.tenant.accountId],
  );
  const times = new Map(stored.map(({ click_id, clicked_at }) => [click_id, clicked_at.getTime()]));
  const first = new Map<string, number>();
  for (const { clickId, at } of played.clicks.values()) {
    first.set(clickId, Math.min(at, first.get(clickId) ?? Number.POSITIVE_INFINITY));
  }
  expect(times).toEqual(first);
  expect([...played.clicks.keys()].filter((key) => key.endsWith('-preview'))).toEqual([]);
});
