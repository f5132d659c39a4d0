import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { toJson } from '../parsing/to-json.ts';
import type { DeviceEvent } from '../wire/event.ts';
import type { IngestResultItem } from '../wire/ingest-response.ts';
import type { RemoteConfig } from '../wire/resolved-key.ts';

export const API_KEY = `svc_${'0123456789abcdef'.repeat(4)}`;
const SECRET = 'b1946ac92492d2347c6235b4d2611184';

const ANY_ORIGIN = { 'access-control-allow-origin': '*' };
const PREFLIGHT = {
  ...ANY_ORIGIN,
  'access-control-allow-headers': 'content-type, content-encoding, x-service-api-key',
};

/** A response that replaces the service's own. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  /** The response never comes. */
  hangs?: boolean;
}

interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  /** As sent. */
  raw: Buffer;
  events: DeviceEvent[];
}

/** A fake service on a free port that checks signatures and whose responses the test can override. */
export async function startService() {
  const state = {
    requests: [] as ReceivedRequest[],
    /** Responses to the next requests, by the last part of the path; after these the service answers itself again. */
    next: {
      ingest: [] as Answer[],
      'resolve-key': [] as Answer[],
      'deep-link': [] as Answer[],
      attribution: [] as Answer[],
      forget: [] as Answer[],
    },
    /** A response to a whole ingest request that replaces the service's own. */
    refuse: (_events: DeviceEvent[]): Answer | undefined => undefined,
    /** Members of an event's result that override the service's own. */
    judge: (_event: DeviceEvent): Partial<IngestResultItem> => ({}),
    /** `overridden` goes beside the configuration. */
    config: {} as Partial<RemoteConfig> & { overridden?: (keyof RemoteConfig)[] },
    /** Of the next key resolutions. */
    networkToken: undefined as string | undefined,
    secret: SECRET,
    now: Date.now as () => number,
    /** event_id -> event */
    accepted: new Map<string, DeviceEvent>(),
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(state, request, response, Buffer.concat(chunks)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    ingestRequests: () =>
      state.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/ingest'),
    requestsTo: (name: string) => state.requests.filter(({ path }) => path.startsWith(`/v1/${name}`)),
    acceptedNames: () =>
      [...state.accepted.values()].map((event) => event.custom_event_name ?? event.event_type),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

export type Service = Awaited<ReturnType<typeof startService>>;
type State = Pick<
  Service,
  'requests' | 'next' | 'refuse' | 'judge' | 'config' | 'networkToken' | 'secret' | 'now' | 'accepted'
>;

function answer(state: State, request: IncomingMessage, response: ServerResponse, raw: Buffer): void {
  const path = request.url ?? '';
  const gzipped = request.headers['content-encoding'] === 'gzip';
  const body = raw.length > 0 ? (JSON.parse((gzipped ? gunzipSync(raw) : raw).toString()) as object) : {};
  const events = 'events' in body && Array.isArray(body.events) ? (body.events as DeviceEvent[]) : [];
  const { method = '' } = request;
  state.requests.push({ method, path, headers: request.headers, raw, events });

  if (method === 'OPTIONS') return void response.writeHead(204, PREFLIGHT).end();
  const name = /^\/v1\/([a-z-]+)/.exec(path)?.[1] ?? '';
  const planned = name in state.next ? state.next[name as keyof State['next']].shift() : undefined;
  if (planned?.hangs) return;
  const refused = name === 'ingest' ? state.refuse(events) : undefined;
  const { status, headers, body: text } = planned ?? refused ?? ownAnswer(state, name, events);
  response
    .writeHead(status, { 'content-type': 'application/json', ...ANY_ORIGIN, ...headers })
    .end(text ?? '');
}

function ownAnswer(state: State, name: string, events: DeviceEvent[]): Answer {
  if (name === 'resolve-key') {
    const { overridden, ...config } = state.config;
    const { networkToken: network_token, secret: sdk_secret } = state;
    const key = { customer_id: 'c', app_id: 'a', sdk_secret, network_token, config, overridden };
    return { status: 200, body: toJson(key) };
  }
  if (name !== 'ingest') return { status: 404, body: '{}' };
  const results = events.map((event) => resultOf(state, event));
  return { status: 200, body: toJson({ results, batch_size: events.length }) };
}

function resultOf(state: State, event: DeviceEvent): IngestResultItem {
  const now = state.now();
  const inTime = Math.abs((event.sent_at ?? event.timestamp) - now) <= 600_000;
  const known = state.accepted.has(event.event_id);
  const sound = isSigned(event, state.secret) && inTime;
  const own: Partial<IngestResultItem> = sound
    ? { status: known ? 'deduplicated' : 'accepted' }
    : { status: 'rejected', code: 'AUTH_ERROR', error: 'signature' };
  const result = { event_id: event.event_id, server_timestamp: now, ...own, ...state.judge(event) };
  if (result.status === 'accepted') state.accepted.set(event.event_id, event);
  return result as IngestResultItem;
}

/** Whether an event, or another request that is signed as one, is signed with the secret. */
export function isSigned({ signature, ...event }: Partial<DeviceEvent>, secret = SECRET): boolean {
  const sorted = Object.fromEntries(Object.entries(event).sort(([a], [b]) => (a < b ? -1 : 1)));
  return createHmac('sha256', secret).update(toJson(sorted)).digest('hex') === signature;
}
