import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { DeviceEvent } from '@tributary/sdk/wire/event';
import type { IngestResponse } from '@tributary/sdk/wire/ingest-response';

const KEY = { customer_id: 'c', app_id: 'a', sdk_secret: 'secret' };

export interface AnsweringService {
  readonly url: string;
  /** While false, keys are not resolved, so that clients keep their events. */
  answers: boolean;
  /** Files by path, as type and content. */
  readonly files: Map<string, [type: string, content: string]>;
  /** Resolves with the next JSON that a page posts to `/report`. */
  nextReport(): Promise<unknown>;
  close(): void;
}

/** The least that a service can do: it resolves any key, accepts every event and stores nothing. */
export async function startAnsweringService(): Promise<AnsweringService> {
  const reports: ((report: unknown) => void)[] = [];
  const files: AnsweringService['files'] = new Map();
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const body = await readBody(request);
    const file = files.get(path);
    if (file) return response.writeHead(200, { 'content-type': file[0] }).end(file[1]);
    if (path === '/report') reports.shift()?.(JSON.parse(body));
    const answer = path === '/v1/ingest' ? acceptAll(body) : KEY;
    response.writeHead(service.answers ? 200 : 503, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: AnsweringService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers: true,
    files,
    nextReport: () => new Promise((resolve) => reports.push(resolve)),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return service;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const raw = Buffer.concat(chunks);
  return (request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw).toString();
}

function acceptAll(body: string): IngestResponse {
  const { events } = JSON.parse(body) as { events: DeviceEvent[] };
  const results = events.map(({ event_id }) => ({
    event_id,
    status: 'accepted' as const,
    server_timestamp: Date.now(),
  }));
  return { results, batch_size: results.length };
}
