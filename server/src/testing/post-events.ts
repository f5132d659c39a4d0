import { setImmediate } from 'node:timers/promises';
import type {
  IngestErrorResponse,
  IngestResponse,
  IngestResultItem,
} from '@tributary/sdk/wire/ingest-response';
import { expect } from 'vitest';
import type { WireEvent } from './signed-event.ts';
import type { TestService } from './test-service.ts';
import { freshAddress } from './test-tenant.ts';

export interface IngestAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The results in a 200; empty for any other answer. */
  readonly results: readonly IngestResultItem[];
  readonly body: Partial<IngestResponse & IngestErrorResponse>;
}

/** Posts to ingest from a fresh address: an event, several (as a batch), or a raw body. */
export async function postEvents(
  service: TestService,
  events: object | readonly object[] | string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<IngestAnswer> {
  const response = await service.request('/v1/ingest', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': freshAddress(), ...headers },
    body: bodyOf(events),
  });
  const body = (await response.json()) as IngestAnswer['body'];
  // An in-process request may not yield to the event loop; after thousands of them a timer would count from a time long
  // past, and a connection would time out before it was tried.
  await setImmediate();
  return { status: response.status, headers: response.headers, results: body.results ?? [], body };
}

/** Posts one event and returns the status of its result, or the code of its rejection. */
export async function outcomeOf(service: TestService, event: WireEvent): Promise<string> {
  const { status, results } = await postEvents(service, event);
  expect(status).toBe(200);
  expect(results).toHaveLength(1);
  expect(results[0]).toMatchObject({ event_id: event.event_id, server_timestamp: expect.any(Number) });
  return results[0]?.status === 'rejected' ? (results[0].code ?? '') : (results[0]?.status ?? '');
}

/** The number of stored events, optionally of one app. */
export async function countStored(service: TestService, appId?: string): Promise<number> {
  const { rows } = await service.services.workPool.query<{ count: number }>(
    'select count(*)::int as count from events where $1::uuid is null or app_id = $1',
    [appId ?? null],
  );
  return rows[0]?.count ?? 0;
}

function bodyOf(
  events: object | readonly object[] | string | Uint8Array<ArrayBuffer>,
): string | Uint8Array<ArrayBuffer> {
  if (typeof events === 'string' || events instanceof Uint8Array) return events;
  return JSON.stringify(Array.isArray(events) ? { events } : events);
}
