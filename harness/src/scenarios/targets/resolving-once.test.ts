import { expect, test } from 'vitest';
import type { SdkRequest, SdkResponse } from '../../network/exchange.ts';
import { resolvingOnce } from './resolving-once.ts';

const request = (path: string, key = 'svc_1'): SdkRequest => ({
  method: 'GET',
  url: `http://127.0.0.1${path}`,
  headers: { 'x-service-api-key': key },
  timeoutMs: 1000,
});
const response = (status: number): SdkResponse => ({ status, retryAfter: undefined, text: '{}' });

/** A transport to a service that answers so, one after the other; and how often it was asked. */
function answering(...answers: (SdkResponse | Error)[]) {
  let asked = 0;
  const transport = resolvingOnce(async () => {
    const answer = answers[asked++];
    if (answer instanceof Error || answer === undefined) throw answer;
    return answer;
  });
  return { transport, asked: () => asked };
}

test('a key is resolved once, also for devices that ask at the same time', async () => {
  const { transport, asked } = answering(response(200), response(200));
  const [one, other] = await Promise.all([
    transport(request('/v1/resolve-key')),
    transport(request('/v1/resolve-key')),
  ]);
  expect(await transport(request('/v1/resolve-key'))).toBe(one);
  expect([other, asked()]).toEqual([one, 1]);
  await transport(request('/v1/resolve-key', 'svc_2'));
  expect(asked()).toBe(2);
});

test.each<[string, SdkResponse | Error]>([
  ['is not answered', new Error('connection lost')],
  ['is answered with 500', response(500)],
  ['is answered with 401', response(401)],
])('a key is resolved again after a resolution that %s', async (_name, failure) => {
  const { transport, asked } = answering(failure, response(200));
  await transport(request('/v1/resolve-key')).catch(() => undefined);
  expect(await transport(request('/v1/resolve-key'))).toMatchObject({ status: 200 });
  await transport(request('/v1/resolve-key'));
  expect(asked()).toBe(2);
});

test('every other request is sent', async () => {
  const { transport, asked } = answering(response(200), response(200));
  await transport(request('/v1/ingest'));
  await transport(request('/v1/ingest'));
  expect(asked()).toBe(2);
});
