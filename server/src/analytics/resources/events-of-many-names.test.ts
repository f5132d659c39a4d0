import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { custom, NOTHING, useEventReport } from '../testing/use-event-report.ts';

const { sendAll, settle, report, erase, wrong } = useEventReport();

describe('of an app that sends many names', () => {
  test('the first 500 are counted by themselves, and all further ones as other', async () => {
    const gaid = randomUUID();
    const names = Array.from({ length: 503 }, (_, n) => `event_${String(n).padStart(3, '0')}`);
    for (let at = 0; at < names.length; at += 50) {
      await sendAll(names.slice(at, at + 50).map((name) => custom(name, { gaid })));
      await settle();
    }
    await sendAll([custom('event_502', { gaid }), custom('event_001', { gaid })]);
    await settle();
    const { events } = await report();
    expect(events).toHaveLength(501);
    expect(events.slice(0, 3)).toEqual([
      { event_type: 'custom', custom_event_name: 'other', rest: true, count: 4, devices: 1, revenue: {} },
      { event_type: 'custom', custom_event_name: 'event_001', count: 2, devices: 1, revenue: {} },
      { event_type: 'custom', custom_event_name: 'event_000', count: 1, devices: 1, revenue: {} },
    ]);
    expect(events.some(({ custom_event_name }) => custom_event_name === 'event_499')).toBe(true);
    expect(await wrong()).toEqual(NOTHING);
    await erase(gaid);
    await settle();
    await sendAll([custom('event_new')]);
    await settle();
    expect((await report()).events).toMatchObject([{ custom_event_name: 'other', rest: true, count: 1 }]);
  });

  test('an event of its own that is called other is not among them', async () => {
    const names = Array.from({ length: 500 }, (_, n) => (n === 7 ? 'other' : `name ${n}`));
    await sendAll(names.map((name) => custom(name)));
    await settle();
    await sendAll([custom('one more'), custom('and more'), custom('other')]);
    await settle();
    const others = (await report()).events.filter(({ custom_event_name }) => custom_event_name === 'other');
    expect(others).toEqual([
      { event_type: 'custom', custom_event_name: 'other', rest: true, count: 2, devices: 0, revenue: {} },
      { event_type: 'custom', custom_event_name: 'other', count: 2, devices: 0, revenue: {} },
    ]);
  });
});
