import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { perSuite } from '../testing/per-suite.ts';
import { postEvents } from '../testing/post-events.ts';
import { signedEvent } from '../testing/signed-event.ts';
import { createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';

const LIMIT = 262_144;

const service = useService();
const tenant = perSuite(() => createTenant(service));

const post = (events: Parameters<typeof postEvents>[1], headers?: Record<string, string>) =>
  postEvents(service, events, headers);

/** A signed event whose text, alone in a body, has that many bytes. */
function eventOfSize(bytes: number): string {
  const sized = (pad: string) =>
    JSON.stringify(signedEvent(tenant, { event_id: 'of-a-size', event_properties: { pad } }));
  return JSON.stringify(
    signedEvent(tenant, { event_properties: { pad: 'p'.repeat(bytes - sized('').length - 27) } }),
  );
}

describe('a body of', () => {
  test('256 KB is accepted', async () => {
    const body = eventOfSize(LIMIT);
    expect(body).toHaveLength(LIMIT);
    expect(await post(body)).toMatchObject({ status: 200, results: [{ status: 'accepted' }] });
  });

  test('256 KB and one byte is refused with 413', async () => {
    const body = eventOfSize(LIMIT + 1);
    expect(body).toHaveLength(LIMIT + 1);
    expect(await post(body)).toMatchObject({ status: 413, body: { code: 'VALIDATION_ERROR' } });
  });

  test('256 KB inflated is accepted, one byte more is refused with 413', async () => {
    const gzip = { 'content-encoding': 'gzip' };
    expect(await post(gzipSync(eventOfSize(LIMIT)), gzip)).toMatchObject({
      status: 200,
      results: [{ status: 'accepted' }],
    });
    expect(await post(gzipSync(eventOfSize(LIMIT + 1)), gzip)).toMatchObject({ status: 413 });
  });

  test('10 KB that inflates to 10 MB is refused with 413', async () => {
    const bomb = gzipSync(Buffer.alloc(10 * 1024 * 1024, ' '), { level: 9 });
    expect(bomb.byteLength).toBeLessThan(11 * 1024);
    expect(await post(bomb, { 'content-encoding': 'gzip' })).toMatchObject({ status: 413 });
  });

  test('1 MB is refused with 413', async () => {
    expect(await post('x'.repeat(1024 * 1024))).toMatchObject({ status: 413 });
  });

  test.each([
    ['with the header', { 'content-encoding': 'gzip' }],
    ['with the header in capitals', { 'content-encoding': 'GZIP' }],
    ['with its old name', { 'content-encoding': 'x-gzip' }],
    ['by its first bytes alone', {}],
    ['by its first bytes under identity', { 'content-encoding': 'identity' }],
  ])('gzip is inflated %s', async (_name, headers) => {
    const body = gzipSync(JSON.stringify(signedEvent(tenant)));
    expect(await post(body, headers as Record<string, string>)).toMatchObject({
      results: [{ status: 'accepted' }],
    });
  });

  test.each([
    ['is cut short', () => gzipSync('{}'.repeat(100)).subarray(0, 20)],
    ['has a wrong checksum', () => gzipSync('{}').map((byte, at) => (at === 14 ? byte ^ 1 : byte))],
    ['is none', () => Buffer.from('{}')],
    ['is empty', () => Buffer.alloc(0)],
  ])('gzip that %s is refused with 413', async (_name, make) => {
    const answer = await post(new Uint8Array(make()), { 'content-encoding': 'gzip' });
    expect(answer).toMatchObject({
      status: 413,
      body: { error: expect.stringContaining('does not decompress') },
    });
  });

  test('UTF-8 with a byte order mark is read without it', async () => {
    expect(await post(`\ufeff${JSON.stringify(signedEvent(tenant))}`)).toMatchObject({
      results: [{ status: 'accepted' }],
    });
  });
});
