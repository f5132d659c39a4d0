import { randomFor } from '@tributary/server/testing/random';
import { describe, expect, test } from 'vitest';
import type { Condition } from './conditions.ts';
import type { SdkRequest } from './exchange.ts';
import { createSimulatedNetwork } from './simulated-network.ts';
import { createVirtualTime } from './virtual-time.ts';

const REQUEST: SdkRequest = {
  method: 'POST',
  url: 'https://service.test/v1/ingest',
  headers: { 'content-encoding': 'gzip' },
  body: new Uint8Array([1]),
  timeoutMs: 15_000,
};

/** Sends one request under some conditions; says what arrived, what came back and when. */
async function send(...conditions: Condition[]) {
  const time = createVirtualTime();
  const arrived: SdkRequest[] = [];
  const network = createSimulatedNetwork({
    time,
    random: randomFor(1),
    address: '10.0.0.1',
    roundTripMs: 100,
    transport: async (request) => {
      arrived.push(request);
      return { status: 200, retryAfter: undefined, text: '{"results":[]}' };
    },
    kind: () => 'cellular',
    conditions: () => conditions,
  });
  let ended: unknown;
  let at = 0;
  const end = (result: unknown) => {
    ended = result;
    at = time.now();
  };
  void network.http(REQUEST).then(end, (error: Error) => end(error.cause));
  await time.run(60_000);
  return { arrived, ended, at, kind: await network.network() };
}

const ANSWER = { status: 200, retryAfter: undefined, text: '{"results":[]}' };

describe('a request', () => {
  test.each<[string, Condition[], { ended: unknown; arrives: boolean; at: number; kind?: string }]>([
    ['takes the time of the network', [], { ended: ANSWER, arrives: true, at: 100 }],
    [
      'takes longer where it is slow',
      [{ kind: 'slow', delayMs: 2000 }],
      { ended: ANSWER, arrives: true, at: 4100 },
    ],
    [
      'fails at once without a network, which the device knows',
      [{ kind: 'offline' }],
      { ended: { code: 'ENETUNREACH' }, arrives: false, at: 0, kind: 'none' },
    ],
    [
      'ends by its timeout when it is lost',
      [{ kind: 'lose-requests', share: 1 }],
      { ended: { code: 'ETIMEDOUT' }, arrives: false, at: 15_000 },
    ],
    [
      'has been processed when its answer is lost',
      [{ kind: 'lose-answers', share: 1 }],
      { ended: { code: 'ETIMEDOUT' }, arrives: true, at: 15_000 },
    ],
    [
      'is too late where it is too slow',
      [{ kind: 'slow', delayMs: 8000 }],
      { ended: { code: 'ETIMEDOUT' }, arrives: true, at: 15_000 },
    ],
    [
      'fails when the name does not resolve',
      [{ kind: 'dns-failure' }],
      { ended: { code: 'ENOTFOUND' }, arrives: false, at: 2050 },
    ],
    [
      'is answered by a captive portal',
      [{ kind: 'captive-portal' }],
      {
        ended: expect.objectContaining({ status: 200, text: expect.stringContaining('<title>') }),
        arrives: false,
        at: 50,
      },
    ],
    [
      'is refused in a storm',
      [{ kind: 'status', status: 503, share: 1, retryAfterSeconds: 7 }],
      { ended: { status: 503, retryAfter: '7', text: '' }, arrives: false, at: 50 },
    ],
    [
      'is refused when a proxy finds it too large',
      [{ kind: 'body-limit', bytes: 0 }],
      { ended: { status: 413 }, arrives: false, at: 50 },
    ],
    [
      'passes a proxy whose limit it reaches',
      [{ kind: 'body-limit', bytes: 1 }],
      { ended: ANSWER, arrives: true, at: 100 },
    ],
  ])('%s', async (_name, conditions, { ended, arrives, at, kind = 'cellular' }) => {
    const sent = await send(...conditions);
    expect(sent).toMatchObject({ ended, at, kind });
    expect(sent.arrived).toHaveLength(arrives ? 1 : 0);
  });

  test('comes from the address of the device, or of its carrier', async () => {
    const [own] = (await send()).arrived;
    expect(own?.headers).toEqual({ 'content-encoding': 'gzip', 'x-forwarded-for': '10.0.0.1' });
    const [shared] = (await send({ kind: 'carrier-nat', address: '100.64.0.1' })).arrived;
    expect(shared?.headers['x-forwarded-for']).toBe('100.64.0.1');
  });

  test('keeps its body when a proxy removes its encoding', async () => {
    const [request] = (await send({ kind: 'strip-encoding' })).arrived;
    expect(request?.headers).not.toHaveProperty('content-encoding');
    expect(request?.body).toEqual(REQUEST.body);
  });
});

test('a flapping network is there every other period', async () => {
  const kinds: string[] = [];
  const time = createVirtualTime();
  const network = createSimulatedNetwork({
    time,
    random: randomFor(1),
    address: '10.0.0.1',
    roundTripMs: 0,
    kind: () => 'wifi',
    transport: () => Promise.reject(new Error('unused')),
    conditions: () => [{ kind: 'flapping', periodMs: 1000 }],
  });
  for (const at of [500, 1500, 2500]) {
    await time.run(at);
    kinds.push(await network.network());
  }
  expect(kinds).toEqual(['wifi', 'none', 'wifi']);
});
