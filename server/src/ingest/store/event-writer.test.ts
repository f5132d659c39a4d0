import { describe, expect, test } from 'vitest';
import { storableEvent, storableEvents, testApp } from '../testing/storable-events.ts';
import { useEventWriters } from '../testing/use-event-writers.ts';

const { reader, openWriter, numberOf, stored, used } = useEventWriters();

describe('an event is', () => {
  test('accepted once, and deduplicated from then on, by any writer', async () => {
    const app = testApp();
    const event = storableEvent(app);
    expect(await openWriter().store([event])).toEqual(['accepted']);
    expect(await openWriter().store([event])).toEqual(['deduplicated']);
    expect([await stored(app), await used(app)]).toEqual([1, 1]);
  });

  test('accepted the first time in one submission, deduplicated the second', async () => {
    const app = testApp();
    const first = storableEvent(app, { event_id: 'the-same-id', user_id: 'first' });
    const second = storableEvent(app, { event_id: 'the-same-id', user_id: 'second' });
    expect(await openWriter().store([first, second, storableEvent(app)])).toEqual([
      'accepted',
      'deduplicated',
      'accepted',
    ]);
    const { rows } = await reader.query('select user_id from events where event_id = $1', ['the-same-id']);
    expect(rows).toEqual([{ user_id: 'first' }]);
  });

  test('accepted for one of two requests in one commit, whichever came first', async () => {
    const writer = openWriter();
    const event = storableEvent(testApp());
    const outcomes = await Promise.all([writer.store([event]), writer.store([event])]);
    expect(outcomes).toEqual([['accepted'], ['deduplicated']]);
  });

  test('separate for each app that uses its id', async () => {
    const apps = [testApp(), testApp()];
    const events = apps.map((app) => storableEvent(app, { event_id: 'shared-by-apps' }));
    expect(await openWriter().store(events)).toEqual(['accepted', 'accepted']);
  });

  test('recorded on its day, and queued if attribution processes it', async () => {
    const app = testApp();
    let rings = 0;
    const writer = openWriter({ onQueued: () => rings++ });
    await writer.store([storableEvent(app, { android_id: 'a1', event_type: 'open' })]);
    expect(rings).toBe(0);
    await writer.store([
      storableEvent(app, { android_id: 'a1', event_type: 'install', event_id: 'install-1' }),
      storableEvent(app, { android_id: 'a2', event_type: 'purchase', event_id: 'purchase-1' }),
      storableEvent(app, { event_type: 'custom' }),
    ]);
    expect(rings).toBe(1);
    const queue = await reader.query(
      'select event_id, event_type, attempts from event_queue where app_id = $1 order by event_id',
      [app.appId],
    );
    expect(queue.rows).toEqual([
      { event_id: 'install-1', event_type: 'install', attempts: 0 },
      { event_id: 'purchase-1', event_type: 'purchase', attempts: 0 },
    ]);
    expect(await numberOf('select count(*) from device_days where app_id = $1', app.appId)).toBe(2);
  });
});

describe('among concurrent writers', () => {
  test('events with many duplicates over shared accounts are each stored once, without a deadlock', async () => {
    const apps = Array.from({ length: 6 }, () => testApp());
    const writers = [1, 2, 3].map(() => openWriter({ settings: { fullAt: 60, lingerMs: 1 } }));
    const sent = new Map<string, number>();
    const events = apps.flatMap((app) => storableEvents(app, 250));
    const pick = () => events[Math.floor(Math.random() * events.length)];
    const before = await numberOf(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    await Promise.all(
      Array.from({ length: 24 }, async (_, client) => {
        for (let i = 0; i < 12; i++) {
          const request = Array.from({ length: 20 }, pick).filter((event) => event !== undefined);
          const outcomes = (await writers[client % 3]?.store(request)) ?? [];
          request.forEach((event, at) => {
            if (outcomes[at] === 'accepted') sent.set(event.eventId, (sent.get(event.eventId) ?? 0) + 1);
          });
        }
      }),
    );
    expect(new Set(sent.values())).toEqual(new Set([1]));
    const counts = await Promise.all(apps.map(stored));
    expect(counts.reduce((sum, count) => sum + count)).toBe(sent.size);
    expect(await Promise.all(apps.map(used))).toEqual(counts);
    expect(await numberOf('select deadlocks from pg_stat_database where datname = current_database()')).toBe(
      before,
    );
  });
});

describe('an event that the database refuses', () => {
  test('fails alone, whatever else is in the commit', async () => {
    const app = testApp();
    const writer = openWriter();
    const bad = { ...storableEvent(app), row: storableEvent(app).row.replace('}', ',"revenue":"much"}') };
    const good = storableEvents(app, 6);
    const outcomes = await Promise.all([
      writer.store(good.slice(0, 3)),
      writer.store([bad]),
      writer.store([...good.slice(3), ...good.slice(0, 1)]),
    ]);
    expect(outcomes).toEqual([
      ['accepted', 'accepted', 'accepted'],
      ['unstorable'],
      ['accepted', 'accepted', 'accepted', 'deduplicated'],
    ]);
    expect([await stored(app), await used(app)]).toEqual([6, 6]);
  });
});

test('closing commits what is held', async () => {
  const app = testApp();
  const writer = openWriter();
  const answers = [writer.store(storableEvents(app, 3)), writer.store(storableEvents(app, 2))];
  await writer.close();
  expect(await stored(app)).toBe(5);
  expect((await Promise.all(answers)).flat()).toEqual(Array(5).fill('accepted'));
});
