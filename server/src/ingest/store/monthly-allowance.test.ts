import { describe, expect, test } from 'vitest';
import { storableEvent, storableEvents, testApp } from '../testing/storable-events.ts';
import { useEventWriters } from '../testing/use-event-writers.ts';
import type { EventWriter } from './event-writer.ts';

const { openWriter, numberOf, stored, used } = useEventWriters();

describe('the monthly allowance', () => {
  test('accepts the first to arrive, up to the allowance', async () => {
    const app = testApp(3);
    const outcomes = await openWriter().store(storableEvents(app, 5));
    expect(outcomes).toEqual(['accepted', 'accepted', 'accepted', 'over_quota', 'over_quota']);
    expect([await stored(app), await used(app)]).toEqual([3, 3]);
  });

  test('stores nothing of what exceeds it', async () => {
    const app = testApp(1);
    const install = { event_type: 'install' as const };
    await openWriter().store([
      storableEvent(app, { ...install, android_id: 'kept' }),
      storableEvent(app, { ...install, android_id: 'refused' }),
    ]);
    expect(await numberOf('select count(*) from event_queue where app_id = $1', app.appId)).toBe(1);
    expect(await numberOf('select count(*) from device_days where app_id = $1', app.appId)).toBe(1);
  });

  test.each([
    ['the writer that saw it end', (writer: EventWriter) => writer],
    ['a writer that knows nothing yet', () => openWriter()],
  ])('used up, duplicates are still distinguished from new events by %s', async (_name, choose) => {
    const app = testApp(2);
    const writer = openWriter();
    const events = storableEvents(app, 2);
    await writer.store(events);
    const outcomes = await choose(writer).store([...events, storableEvent(app)]);
    expect(outcomes).toEqual(['deduplicated', 'deduplicated', 'over_quota']);
    expect([await stored(app), await used(app)]).toEqual([2, 2]);
  });

  test('is not used by duplicates', async () => {
    const app = testApp(3);
    const writer = openWriter();
    const events = storableEvents(app, 2);
    await writer.store(events);
    await writer.store(events);
    expect(await writer.store(storableEvents(app, 2))).toEqual(['accepted', 'over_quota']);
  });

  test('is renewed in the next month', async () => {
    const app = testApp(1);
    const writer = openWriter();
    const march = Date.UTC(2026, 3, 1) - 1;
    expect(await writer.store([storableEvent(app, {}, march), storableEvent(app, {}, march)])).toEqual([
      'accepted',
      'over_quota',
    ]);
    expect(await writer.store([storableEvent(app, {}, march + 1)])).toEqual(['accepted']);
  });

  test('grows with the plan at once, and shrinks without forgetting what was used', async () => {
    const app = testApp(2);
    const writer = openWriter();
    await writer.store(storableEvents(app, 3));
    expect(await writer.store(storableEvents({ ...app, monthlyLimit: 4 }, 1))).toEqual(['accepted']);
    expect(await writer.store(storableEvents({ ...app, monthlyLimit: 1 }, 1))).toEqual(['over_quota']);
    expect(await used(app)).toBe(3);
    expect(await writer.store(storableEvents({ ...app, monthlyLimit: 4 }, 2))).toEqual([
      'accepted',
      'over_quota',
    ]);
  });

  test('is exact when two writers share it, duplicates among the events', async () => {
    const apps = [testApp(137), testApp(61)];
    const writers = [openWriter({ settings: { fullAt: 40 } }), openWriter({ settings: { fullAt: 40 } })];
    const events = apps.flatMap((app) => storableEvents(app, 200));
    const requests = Array.from({ length: 60 }, (_, at) =>
      Array.from({ length: 10 }, (_, i) => events[(at * 7 + i * 31) % 400]),
    );
    const outcomes = await Promise.all(
      requests.map(
        (request, at) => writers[at % 2]?.store(request.filter((event) => event !== undefined)) ?? [],
      ),
    );
    expect(outcomes.flat().filter((outcome) => outcome === 'accepted')).toHaveLength(137 + 61);
    expect(await Promise.all(apps.map(stored))).toEqual([137, 61]);
    expect(await Promise.all(apps.map(used))).toEqual([137, 61]);
  });
});
