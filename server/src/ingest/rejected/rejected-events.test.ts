import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { perTest } from '../../testing/per-suite.ts';
import { postEvents } from '../../testing/post-events.ts';
import { eventOf, signedEvent, type WireEvent } from '../../testing/signed-event.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { REJECTIONS } from '../check/rejections.ts';
import { ofTheEvent, rejectShape } from '../check/shape-problems.ts';

interface Listed {
  readonly items: {
    at: number;
    code: string;
    error: string;
    fields: string[];
    event_type: string | null;
  }[];
  readonly next_cursor: string | null;
  readonly counts: { date: string; code: string; count: number }[];
}

const service = useService();
const tenant = perTest(() => createTenant(service));
const listed = async (args: object = {}): Promise<Listed> => {
  const response = await tenant.owner.rpc('list_rejected_events', { p_app_id: tenant.appId, ...args });
  expect(response.status).toBe(200);
  return (await response.json()) as Listed;
};
const signed = (members: WireEvent) => signedEvent(tenant, members);
const today = () => new Date().toISOString().slice(0, 10);

describe('a refused event', () => {
  test('is listed with what is wrong with it, and with nothing of what was in it', async () => {
    const wrong = signed({ revenue: -987654, gaid: 5, event_type: 'custom' });
    await postEvents(service, wrong);
    const { items, counts, next_cursor } = await listed();
    expect(items).toEqual([
      {
        at: expect.any(Number),
        code: 'VALIDATION_ERROR',
        error: expect.stringMatching(/^gaid .*; revenue /),
        fields: ['gaid', 'revenue'],
        event_type: 'custom',
      },
    ]);
    expect(counts).toEqual([{ date: today(), code: 'VALIDATION_ERROR', count: 1 }]);
    expect(next_cursor).toBeNull();
    expect(JSON.stringify(items)).not.toContain('987654');
  });

  test.each([
    ['with a wrong signature', { signature: 'a'.repeat(64) }, 'AUTH_ERROR', ['signature']],
    ['without a signature', { signature: undefined }, 'VALIDATION_ERROR', ['signature']],
  ])('%s is listed too', async (_what, members, code, fields) => {
    await postEvents(service, { ...signed({}), ...members });
    expect((await listed()).items).toMatchObject([{ code, fields, event_type: 'open' }]);
  });

  test('signed long ago is listed', async () => {
    await postEvents(service, signed({ timestamp: Date.now() - 3_600_000 }));
    expect((await listed()).items).toMatchObject([{ code: 'AUTH_ERROR', fields: [] }]);
  });

  test.each(['secret-type', 5, null])('of the type %j is listed as of none', async (event_type) => {
    await postEvents(service, signed({ event_type }));
    expect((await listed()).items).toMatchObject([{ event_type: null, fields: ['event_type'] }]);
  });

  test('repeats no name of a member that is not ours', async () => {
    const text = JSON.stringify(eventOf(tenant)).slice(0, -1);
    const name = '"gaid is required; my-private-name"';
    await postEvents(service, `${text},"signature":"${'a'.repeat(64)}",${name}:1,${name}:2}`);
    const { items } = await listed();
    expect(items).toMatchObject([{ error: 'a member is given twice', fields: [] }]);
    expect(JSON.stringify(items)).not.toContain('private');
  });

  test('of an unknown app leaves nothing anywhere', async () => {
    const app_id = randomUUID();
    await postEvents(service, [
      { ...signed({}), app_id },
      { ...eventOf(tenant), app_id },
    ]);
    await service.services.ingest.rejections.flush();
    const { rows } = await service.services.workPool.query(
      'select from rejected_events where app_id = $1 union all select from rejected_event_counts where app_id = $1',
      [app_id],
    );
    expect(rows).toEqual([]);
    expect((await listed()).items).toEqual([]);
  });
});

describe('events of others take no place', () => {
  const wrongOf = (app_id: string) => ({ ...signed({ revenue: -1 }), app_id });

  test('however many apps are invented', async () => {
    await service.services.ingest.rejections.flush();
    for (let request = 0; request < 6; request++)
      await postEvents(
        service,
        Array.from({ length: 50 }, () => wrongOf(randomUUID())),
      );
    await postEvents(service, wrongOf(tenant.appId));
    await postEvents(service, wrongOf(tenant.appId.toUpperCase()));
    expect((await listed()).items).toMatchObject([{ fields: ['revenue'] }, { fields: ['revenue'] }]);
  });

  test('however many of another app are refused', async () => {
    const { rejections } = service.services.ingest;
    await rejections.flush();
    const reason = rejectShape([ofTheEvent('noObject')]).kept;
    const event = { event_type: 'open', at: Date.now(), code: 'VALIDATION_ERROR', reason };
    for (let app = 0; app < 50; app++) {
      const app_id = randomUUID();
      for (let n = 0; n < 199; n++) rejections.note({ ...event, app_id });
    }
    for (let n = 0; n < 12; n++) rejections.note({ ...event, app_id: tenant.appId });
    const { items, counts } = await listed();
    expect([items.length, counts]).toEqual([10, [{ date: today(), code: 'VALIDATION_ERROR', count: 12 }]]);
  });
});

test('what is accepted or deduplicated is not listed', async () => {
  const event = signed({});
  await postEvents(service, event);
  await postEvents(service, event);
  expect(await listed()).toEqual({ items: [], next_cursor: null, counts: [] });
});

test('one that passes the shape and one that does not are counted together', async () => {
  const { rejections } = service.services.ingest;
  const event = { app_id: tenant.appId, event_type: 'open', at: Date.now(), code: 'VALIDATION_ERROR' };
  rejections.note({ ...event, reason: REJECTIONS.unstorable.kept });
  rejections.note({ ...event, reason: rejectShape([ofTheEvent('noObject')]).kept });
  expect((await listed()).counts).toEqual([{ date: today(), code: 'VALIDATION_ERROR', count: 2 }]);
});

test('the last hundred are kept, in pages, and all are counted', async () => {
  for (let batch = 0; batch < 6; batch++) {
    const events = Array.from({ length: 50 }, (_, n) => ({
      ...signed({}),
      signature: batch < 4 || n < 25 ? 'a'.repeat(64) : 'no',
    }));
    await postEvents(service, events);
    if (batch % 2 === 1) await service.services.ingest.rejections.flush();
  }
  const seen: Listed['items'] = [];
  let next: string | null = null;
  do {
    const page: Listed = await listed({ p_limit: 30, p_cursor: next });
    seen.push(...page.items);
    next = page.next_cursor;
  } while (next !== null);
  expect(seen).toHaveLength(100);
  expect(seen.filter(({ code }) => code === 'VALIDATION_ERROR')).toHaveLength(50);
  expect(seen.map(({ at }) => at)).toEqual(seen.map(({ at }) => at).toSorted((a, b) => b - a));
  expect((await listed()).counts).toEqual([
    { date: today(), code: 'AUTH_ERROR', count: 250 },
    { date: today(), code: 'VALIDATION_ERROR', count: 50 },
  ]);
});
