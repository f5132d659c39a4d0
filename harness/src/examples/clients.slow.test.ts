import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '@tributary/db/testing/test-database';
import { signEvent } from '@tributary/sdk/wire/sign';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createSigningApp } from '../backend/signing-app.ts';
import { spawnBackend } from '../backend/spawned-backend.ts';
import { type ClientSettings, exampleClients } from './example-clients.ts';
import { type Answer, startScriptedIngest } from './scripted-ingest.ts';

const { clients, remove } = await exampleClients();
afterAll(remove);

let settings: ClientSettings;
let database: Client;

beforeAll(async () => {
  const { url, drop } = await createTestDatabase();
  const backend = await spawnBackend({ DATABASE_URL: url, LOG_LEVEL: 'warn' });
  database = new Client({ connectionString: url });
  await database.connect();
  const { appId, accountId, sdkSecret } = await createSigningApp(backend);
  settings = { TRIBUTARY_URL: backend.origin, CUSTOMER_ID: accountId, APP_ID: appId, SDK_SECRET: sdkSecret };
  return async () => {
    await database.end();
    await backend.close();
    await drop();
  };
});

const line = (members: object = {}) => JSON.stringify({ event_type: 'open', ...members });

describe.each(clients)('the example in $name', (client) => {
  beforeEach(({ skip }) => {
    if (client.missing) skip(client.missing);
  });

  /** Sends lines to a service that gives these answers. */
  async function sendTo(answers: Answer[], lines: string[]) {
    const service = await startScriptedIngest(...answers);
    onTestFinished(() => service.close());
    return { ...(await client.send(lines, { ...settings, TRIBUTARY_URL: service.url })), ...service };
  }

  test('computes the signatures of the project’s vectors', async () => {
    await client.test();
  });

  test('sends events that the service stores as they are, once', async () => {
    const id = `order-${randomUUID()}`;
    const properties =
      '{"zeta":{"city":"Yaoundé","note":"日本語 🎉 <&>"},"alpha":[1e21,49.90,-0.5,true,null]}';
    const order = `{"event_type":"purchase","event_id":"${id}","user_id":"u-1","revenue":49.90,"currency":"NGN","event_properties":${properties}}`;
    for (const _time of ['the first time', 'again'])
      expect(await client.send([order, line()], settings)).toEqual({
        code: 0,
        stdout: '2 of 2 events stored\n',
        stderr: '',
      });
    const { rows } = await database.query(
      'select user_id, revenue::float8 as revenue, currency, event_properties from events where event_id = $1',
      [id],
    );
    expect(rows).toEqual([
      { user_id: 'u-1', revenue: 49.9, currency: 'NGN', event_properties: expect.any(String) },
    ]);
    expect(JSON.parse(rows[0].event_properties)).toEqual(JSON.parse(properties));
  });

  test('says which events the service refuses, and why', async () => {
    const wrong = await client.send([line()], { ...settings, SDK_SECRET: 'another' });
    expect(wrong).toMatchObject({ code: 2, stdout: expect.stringContaining('AUTH_ERROR: the signature') });
    const negative = { event_id: 'a-negative-one', revenue: -1, currency: 'NGN', event_type: 'uninstal' };
    const refused = await client.send([line(negative), line()], settings);
    expect(refused.stdout).toMatch(/^a-negative-one: VALIDATION_ERROR: .*event_type/);
    expect(refused.stdout).toMatch(/\n1 of 2 events stored\n$/);
  });

  test('sends at most 50 at a time, and less than the service takes', async () => {
    const large = Array.from({ length: 5 }, () => line({ event_properties: { text: 'é'.repeat(30_000) } }));
    const { received, stdout } = await sendTo([], Array.from({ length: 110 }, () => line()).concat(large));
    expect(stdout).toBe('115 of 115 events stored\n');
    expect(received.map(({ events }) => events.length)).toEqual([50, 50, 13, 2]);
    for (const { event_id: _, ...event } of received.flatMap(({ events }) => events))
      expect(event).toMatchObject({ app_id: settings.APP_ID, signature: expect.stringMatching(/^\w{64}$/) });
    expect(new Set(received.flatMap(({ events }) => events.map(({ event_id }) => event_id))).size).toBe(115);
  });

  test('sends the same events again after an error, when the service asks for it', async () => {
    const { received, code } = await sendTo(
      [
        ({ event_id }) => (event_id === 'event-b' ? { status: 'rejected', code: 'INTERNAL_ERROR' } : {}),
        { status: 503, headers: { 'retry-after': '2' } },
        { status: 429, headers: { 'retry-after': new Date(Date.now() - 1000).toUTCString() } },
        { status: 200, body: '<html>Sign in to the network</html>', headers: { 'retry-after': '0' } },
      ],
      [line({ event_id: 'event-a' }), line({ event_id: 'event-b', user_id: 'é' })],
    );
    expect(code).toBe(0);
    const ids = received.map(({ events }) => events.map(({ event_id }) => event_id));
    expect(ids).toEqual([['event-a', 'event-b'], ...Array(4).fill(['event-b'])]);
    const [, first = 0, second = 0, third = 0] = received.map(({ at }) => at);
    expect(second - first).toBeGreaterThanOrEqual(1990);
    expect(third - second).toBeLessThan(1000);
    // Signed anew, with the age that it has by then.
    for (const [event] of received.map(({ events }) => events)) {
      if (!event) throw new Error('a request without events');
      expect(signEvent(event, settings.SDK_SECRET).signature).toBe(event.signature);
      expect(Math.abs((event.sent_at ?? 0) - (event.age_ms ?? 0) - event.timestamp)).toBeLessThan(50);
    }
  });

  test('gives up after five attempts, and at once where waiting would take long or cannot help', async () => {
    const busy = { status: 503, headers: { 'retry-after': '0' } };
    const tired = await sendTo(Array(9).fill(busy), [line()]);
    expect(tired).toMatchObject({ code: 1, stderr: expect.stringContaining('503') });
    expect(tired.received).toHaveLength(5);
    for (const answer of [{ status: 429, headers: { 'retry-after': '3600' } }, { status: 404 }]) {
      const refused = await sendTo([answer], [line()]);
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(String(answer.status)) });
      expect(refused.received).toHaveLength(1);
    }
  });

  test('adopts the service’s time, once, where it objects to this machine’s', async () => {
    const objection = (hours: number) => () => ({
      status: 'rejected' as const,
      code: 'AUTH_ERROR' as const,
      error: 'check the clock',
      server_timestamp: Date.now() + hours * 3_600_000,
    });
    const corrected = await sendTo([objection(3)], [line(), line()]);
    expect(corrected.stdout).toBe('2 of 2 events stored\n');
    const [first, second] = corrected.received.map(({ events }) => events[0]?.sent_at ?? 0);
    expect(Math.abs((second ?? 0) - (first ?? 0) - 3 * 3_600_000)).toBeLessThan(5000);
    const hopeless = await sendTo([objection(3), objection(9)], [line()]);
    expect(hopeless).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('AUTH_ERROR: check the clock'),
    });
  });

  test('sends fewer at a time where a proxy takes less', async () => {
    const full = { status: 413 };
    const { received, stdout, code } = await sendTo(
      [full, full, full],
      ['a', 'b', 'c', 'd'].map((name) => line({ event_id: `event-${name}` })),
    );
    expect(received.map(({ events }) => events.length)).toEqual([4, 2, 1, 1, 1, 1]);
    expect(stdout).toMatch(/^event-a: PAYLOAD_TOO_LARGE: .*\n3 of 4 events stored\n$/);
    expect(code).toBe(2);
  });
});
