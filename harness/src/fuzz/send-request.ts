import { type Agent, request } from 'node:http';
import type { HostileRequest } from './shape.ts';

/** The response to a request: its status, 0 if the connection was closed instead, and the time it took, in ms. */
export interface Answered {
  readonly status: number;
  readonly ms: number;
}

/** Sends a raw request, and reads its response to the end. */
export function sendRequest(
  origin: string,
  agent: Agent,
  { method, path, headers, body }: HostileRequest,
): Promise<Answered> {
  const startedAt = performance.now();
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const end = (status: number) => resolve({ status, ms: performance.now() - startedAt });
    const length = { 'content-length': String(Buffer.byteLength(body ?? '')) };
    const sent = request(
      { hostname, port, agent, method, path, headers: { ...headers, ...length } },
      (response) => {
        response.on('error', () => end(0));
        response.on('end', () => end(response.statusCode ?? 0));
        response.resume();
      },
    );
    sent.on('error', () => end(0));
    sent.end(body);
  });
}
