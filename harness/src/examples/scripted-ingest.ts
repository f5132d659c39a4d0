import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { DeviceEvent } from '@tributary/sdk/wire/event';
import type { IngestResultItem } from '@tributary/sdk/wire/ingest-response';

/** A request with events. */
interface Received {
  /** Unix ms. */
  readonly at: number;
  readonly events: DeviceEvent[];
}

/** Answers a request: with a status and headers, or with a result for each event. */
export type Answer =
  | { status: number; headers?: Record<string, string>; body?: string }
  | ((event: DeviceEvent) => Partial<IngestResultItem>);

/** A service that answers the first requests as told, and then accepts everything. */
export async function startScriptedIngest(...answers: Answer[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const text = gunzipSync(await buffer(request)).toString();
    const { events } = JSON.parse(text) as { events: DeviceEvent[] };
    received.push({ at: Date.now(), events });
    const answer = answers.shift() ?? (() => ({}));
    if (typeof answer === 'object')
      return response.writeHead(answer.status, answer.headers).end(answer.body ?? '{"error":"no"}');
    const results = events.map((event) => ({
      status: 'accepted',
      event_id: event.event_id,
      server_timestamp: Date.now(),
      ...answer(event),
    }));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ results, batch_size: results.length }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
