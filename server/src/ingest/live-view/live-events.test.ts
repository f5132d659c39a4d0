import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { perSuite, perTest } from '../../testing/per-suite.ts';
import { postEvents } from '../../testing/post-events.ts';
import { listen } from '../../testing/serve-over-http.ts';
import { signedEvent, type WireEvent } from '../../testing/signed-event.ts';
import { TEST_ANON_KEY } from '../../testing/test-service.ts';
import { addApp, addMember, createTenant, type Person } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
const beside = useService({ beside: service });
const tenant = perTest(() => createTenant(service));
const http = perSuite(
  () => listen(service),
  (served) => served.close(),
);
const httpBeside = perSuite(
  () => listen(beside),
  (served) => served.close(),
);

interface Seen {
  readonly type: string;
  readonly data: Record<string, unknown>;
}

const open: AbortController[] = [];
afterEach(() => {
  for (const stream of open.splice(0)) stream.abort();
});

/** Watches over a socket; what arrives is added to `seen` until the stream is over. */
async function watch(who: Person, query: Record<string, string> = {}, origin = http.origin) {
  const stream = new AbortController();
  open.push(stream);
  const response = await fetch(
    `${origin}/v1/live-events?${new URLSearchParams({ app_id: tenant.appId, ...query })}`,
    {
      headers: { authorization: `Bearer ${who.token}` },
      signal: stream.signal,
    },
  );
  const seen: Seen[] = [];
  const over = response.ok ? readEvents(response, seen).catch(() => {}) : Promise.resolve();
  return { response, seen, over, leave: () => stream.abort() };
}

const textOf = (response: Response) =>
  (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new TextDecoderStream());

async function readEvents(response: Response, seen: Seen[]): Promise<void> {
  let held = '';
  for await (const text of (response.body as ReadableStream<Uint8Array>).pipeThrough(
    new TextDecoderStream(),
  )) {
    held += text;
    const blocks = held.split('\n\n');
    held = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, type, data] = /^event: (.+)\ndata: (.+)$/.exec(block) ?? [];
      if (type && data) seen.push({ type, data: JSON.parse(data) });
    }
  }
}

const signed = (members: WireEvent = {}) => signedEvent(tenant, members);

describe('GET /v1/live-events', () => {
  test('shows what becomes of each event, when it arrived, and nothing of a refused one', async () => {
    const { response, seen } = await watch(tenant.owner);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const event = signed({ event_type: 'custom', custom_event_name: 'level_up' });
    const before = Date.now();
    await postEvents(service, event);
    await postEvents(service, event);
    await postEvents(service, { ...signed({ user_id: 'secret-person' }), signature: 'a'.repeat(64) });
    await postEvents(service, signed({ revenue: -5 }));
    await expect.poll(() => seen.length).toBe(4);
    const shown = {
      app_id: tenant.appId,
      event_id: event.event_id,
      event_type: 'custom',
      event_name: 'level_up',
    };
    const fine = { code: null, error: null, fields: [], count: 1 };
    expect(seen.map(({ data }) => data)).toMatchObject([
      { ...shown, status: 'accepted', ...fine },
      { ...shown, status: 'deduplicated', ...fine },
      { status: 'rejected', event_id: null, code: 'AUTH_ERROR', fields: ['signature'] },
      { status: 'rejected', event_id: null, code: 'VALIDATION_ERROR', fields: ['revenue'] },
    ]);
    expect(seen.map(({ type }) => type)).toEqual(['accepted', 'deduplicated', 'rejected', 'rejected']);
    expect(Number(seen[0]?.data.at)).toBeGreaterThanOrEqual(before);
    expect(JSON.stringify(seen)).not.toContain('secret-person');
  });

  test('says which count as of their arrival, as their own time is impossible', async () => {
    const { seen } = await watch(tenant.owner);
    const sent_at = Date.now();
    const impossible = signed({ timestamp: 0, sent_at });
    for (const event of [
      impossible,
      impossible,
      signed({ timestamp: Date.UTC(2000), sent_at }),
      signed({ timestamp: 0, sent_at, revenue: -5 }),
    ])
      await postEvents(service, event);
    await expect
      .poll(() => seen.map(({ data }) => [data.status, data.is_dated_by_arrival]))
      .toEqual([
        ['accepted', true],
        ['deduplicated', false],
        ['accepted', false],
        ['rejected', false],
      ]);
  });

  test('shows at most ten refused ones a second and counts the rest', async () => {
    const { seen } = await watch(tenant.owner);
    const forged = Array.from({ length: 50 }, () => ({ ...signed(), signature: 'a'.repeat(64) }));
    await postEvents(service, forged);
    const counted = () => seen.reduce((sum, { data }) => sum + Number(data.count), 0);
    await expect.poll(counted).toBe(50);
    expect(seen.filter(({ type }) => type === 'rejected').length).toBe(10);
  });

  test('shows what arrives at another instance', async () => {
    const { seen } = await watch(tenant.owner, {}, httpBeside.origin);
    await expect.poll(() => service.services.live.isWatched(tenant.appId)).toBe(true);
    const event = signed();
    await postEvents(service, event);
    await expect.poll(() => seen.map(({ data }) => data.event_id)).toEqual([event.event_id]);
  });

  test('knows all that is watched at another instance, however much it is', async () => {
    const appIds = Array.from({ length: 451 }, () => randomUUID());
    const streams = [];
    for (const appId of appIds) streams.push(await service.services.live.watch(appId, randomUUID()));
    const known = () => appIds.filter((appId) => beside.services.live.isWatched(appId)).length;
    await expect.poll(known).toBe(451);
    for (const stream of streams.splice(0, 151)) stream.end();
    await expect.poll(known).toBe(300);
    for (const stream of streams) stream.end();
    await expect.poll(known).toBe(0);
  });

  test('costs nothing when nobody watches any more', async () => {
    const { live } = service.services;
    const { leave } = await watch(tenant.owner);
    const elsewhere = await watch(tenant.owner, {}, httpBeside.origin);
    await expect.poll(() => beside.services.live.isWatched(tenant.appId)).toBe(true);
    leave();
    elsewhere.leave();
    await expect.poll(() => live.isWatched(tenant.appId)).toBe(false);
    await expect.poll(() => beside.services.live.isWatched(tenant.appId)).toBe(false);
  });

  test('shows nothing of other apps', async () => {
    const { seen } = await watch(tenant.owner, { app_id: await addApp(tenant) });
    const stranger = await createTenant(service);
    await postEvents(service, signed());
    await postEvents(service, signedEvent(stranger));
    const mine = await watch(tenant.owner);
    const last = signed();
    await postEvents(service, last);
    await expect.poll(() => mine.seen.length).toBe(1);
    expect(seen).toEqual([]);
  });

  test('ends once the session has ended', async () => {
    const viewer = await addMember(service, tenant, 'viewer');
    const { seen, over } = await watch(viewer);
    await service.services.workPool.query('delete from auth_sessions where user_id = $1', [viewer.userId]);
    const begun = performance.now();
    await over;
    expect(performance.now() - begun).toBeLessThan(15_000);
    expect(seen).toEqual([{ type: 'end', data: { error: 'there is no valid session' } }]);
  });

  test('ends once the member was removed', async () => {
    const viewer = await addMember(service, tenant, 'viewer');
    const { seen, over } = await watch(viewer);
    const args = { p_team_id: tenant.teamId, p_user_id: viewer.userId };
    expect((await tenant.owner.rpc('team_remove_member', args)).status).toBe(204);
    await over;
    expect(seen).toMatchObject([{ type: 'end', data: { error: expect.any(String) } }]);
  });

  test('ends after the seconds that were asked for', async () => {
    const { seen, over } = await watch(tenant.owner, { seconds: '0' });
    await over;
    expect(seen).toEqual([{ type: 'end', data: {} }]);
  });

  test('refuses more streams of an account than twenty, until one ends', async () => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => watch(tenant.owner)));
    expect((await watch(tenant.owner)).response.status).toBe(429);
    streams[0]?.leave();
    await expect.poll(async () => (await watch(tenant.owner, { seconds: '0' })).response.status).toBe(200);
  });

  test.each([
    [{ app_id: 'x' }, 'app_id: must be a UUID (version 4)'],
    [{ seconds: '-1' }, 'seconds: must be 0 or more'],
    [{ seconds: '3601' }, 'seconds: must be 3600 or less'],
    [{ seconds: 'soon' }, 'seconds: must be a whole number'],
    [{ appid: 'x' }, 'appid: unknown parameter, did you mean app_id?'],
  ])('answers 400 to %j', async (query, error) => {
    const { response } = await watch(tenant.owner, query as Record<string, string>);
    expect([response.status, await response.json()]).toEqual([400, { error }]);
  });
});

test('live_events is the same as a subscription over tRPC, and ends with its error', async () => {
  const viewer = await addMember(service, tenant, 'viewer');
  const stream = new AbortController();
  open.push(stream);
  const input = encodeURIComponent(JSON.stringify({ json: { p_app_id: tenant.appId } }));
  const response = await fetch(`${http.origin}/trpc/live_events?input=${input}`, {
    headers: {
      apikey: TEST_ANON_KEY,
      authorization: `Bearer ${viewer.token}`,
      accept: 'text/event-stream',
    },
    signal: stream.signal,
  });
  expect(response.status).toBe(200);
  let text = '';
  const over = (async () => {
    for await (const part of textOf(response)) text += part;
  })().catch(() => {});
  await expect.poll(() => service.services.live.isWatched(tenant.appId)).toBe(true);
  const event = signed();
  await postEvents(service, event);
  await expect.poll(() => text).toContain(`"event_id":"${event.event_id}"`);
  await service.services.workPool.query('delete from auth_sessions where user_id = $1', [viewer.userId]);
  await expect.poll(() => text).toContain('"httpStatus":401');
  await expect.poll(() => service.services.live.isWatched(tenant.appId)).toBe(false);
  stream.abort();
  await over;
});
