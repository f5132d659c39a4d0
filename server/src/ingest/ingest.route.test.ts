import { describe, expect, test } from 'vitest';
import { perSuite } from '../testing/per-suite.ts';
import { postEvents } from '../testing/post-events.ts';
import { signedEvent } from '../testing/signed-event.ts';
import { createTenant, freshAddress } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
const tenant = perSuite(() => createTenant(service));

const post = (events: Parameters<typeof postEvents>[1], headers?: Record<string, string>) =>
  postEvents(service, events, headers);

describe('the request as a whole is answered', () => {
  test.each([
    ['malformed JSON', '{'],
    ['an empty body', ''],
    ['an empty array', '{"events":[]}'],
    ['events that are no array', '{"events":"all"}'],
    ['a bare array', '[{}]'],
    ['a number', '7'],
    ['null', 'null'],
    ['a NUL in the JSON text', '{"a":"\0"}'],
  ])('400 for %s', async (_name, body) => {
    expect(await post(body)).toMatchObject({
      status: 400,
      body: { error: expect.any(String), code: 'VALIDATION_ERROR' },
    });
  });

  test('400 for invalid UTF-8', async () => {
    expect(await post(new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d]))).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('UTF-8'), code: 'VALIDATION_ERROR' },
    });
  });

  test.each(['br', 'deflate', 'gzip, gzip', 'zstd'])('400 for content-encoding %s', async (encoding) => {
    expect(await post(signedEvent(tenant), { 'content-encoding': encoding })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR' },
    });
  });

  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])('405 for %s, naming what is allowed', async (method) => {
    const response = await service.request('/v1/ingest', { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST, OPTIONS');
    expect(await response.json()).toMatchObject({ error: expect.any(String), code: 'VALIDATION_ERROR' });
  });

  test('under /functions/v1 as well', async () => {
    const response = await service.request('/functions/v1/ingest', {
      method: 'POST',
      headers: { 'x-forwarded-for': freshAddress() },
      body: JSON.stringify(signedEvent(tenant)),
    });
    expect(await response.json()).toMatchObject({ results: [{ status: 'accepted' }] });
  });

  test('whatever the content type', async () => {
    expect(await post(signedEvent(tenant), { 'content-type': 'text/plain' })).toMatchObject({ status: 200 });
  });

  test('to any origin, without credentials', async () => {
    const answer = await post(signedEvent(tenant), { origin: 'https://shop.example' });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    const preflight = await service.request('/v1/ingest', {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('content-encoding');
  });
});

test('GET /v1/ingest/health says that ingest is alive, to anyone', async () => {
  const response = await service.request('/v1/ingest/health');
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: 'ok', service: 'ingest' });
});

test('results, batch sizes and the queue are measured', async () => {
  await post([signedEvent(tenant), {}]);
  const metrics = await service.services.metrics.registry.metrics();
  expect(metrics).toMatch(/tributary_ingest_events_total\{status="accepted",code=""\} \d+/);
  expect(metrics).toMatch(/tributary_ingest_events_total\{status="rejected",code="VALIDATION_ERROR"\} \d+/);
  expect(metrics).toMatch(/tributary_ingest_request_events_count \d+/);
  expect(metrics).toMatch(/tributary_ingest_commit_seconds_count [1-9]/);
  expect(metrics).toMatch(/tributary_ingest_queue_events 0/);
});
