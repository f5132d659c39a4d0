import type { Server, ServerOptions } from 'node:http';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { ConnectionCap } from './connection-cap.ts';
import { refuseLateRequests } from './refuse-late-requests.ts';

/** What a client may take its time for, in ms. */
export interface ArrivalTimes {
  /** The headers of a request. */
  readonly headersMs: number;
  /** A whole request. */
  readonly requestMs: number;
  /** How often both are looked at. */
  readonly lookEveryMs: number;
  /** Neither reading its answer nor sending anything, including the time that the answer takes. */
  readonly idleMs: number;
}

const TIMES: ArrivalTimes = { headersMs: 15_000, requestMs: 30_000, lookEveryMs: 5_000, idleMs: 120_000 };

/** Requests of one connection that wait for their answers: no common client sends more than a few. */
const MOST_PIPELINED = 100;

interface ServedApp {
  readonly app: { fetch(request: Request, env: unknown): Response | Promise<Response> };
  readonly connectionCap: ConnectionCap;
}

/** The answer to what arrived as HTTP, and has no address or host that a URL could be made of. */
function answerNoRequest(error: unknown): Response {
  if (!(error instanceof RequestError)) return new Response(null, { status: 500 });
  const reason = 'the address of the request, or its Host header, is not valid';
  return Response.json({ error: reason }, { status: 400, headers: { 'X-Content-Type-Options': 'nosniff' } });
}

/** The HTTP server of an app, which bounds its connections and the time that requests take to arrive. */
export function createHttpServer(
  { app, connectionCap }: ServedApp,
  given: Partial<ArrivalTimes> = {},
): Server {
  const times = { ...TIMES, ...given };
  const answer = getRequestListener(app.fetch, { errorHandler: answerNoRequest });
  const waiting = new WeakMap<Socket, number>();
  const options: ServerOptions = {
    headersTimeout: times.headersMs,
    requestTimeout: times.requestMs,
    connectionsCheckingInterval: times.lookEveryMs,
    // What arrives before anyone reads it waits in the pieces that the client has cut it into.
    highWaterMark: 16_384,
  };
  const server = createServer(options, (incoming, outgoing) => {
    const { socket } = incoming;
    const count = (waiting.get(socket) ?? 0) + 1;
    if (count > MOST_PIPELINED) {
      socket.destroy();
      return;
    }
    waiting.set(socket, count);
    outgoing.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    void answer(incoming, outgoing);
  });
  server.timeout = times.idleMs;
  connectionCap.guard(server);
  refuseLateRequests(server);
  return server;
}
