import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** An ad network on this machine that receives postbacks in the service's own format. */
export interface AdNetwork {
  readonly origin: string;
  /** The deliveries that it has accepted, by their ids. */
  readonly accepted: ReadonlySet<string>;
  /** The deliveries that it has refused permanently. */
  readonly refused: ReadonlySet<string>;
  close(): Promise<void>;
}

/** Shares of the deliveries that are refused, and of those that fail at first. */
const REFUSED = 0.04;
const FAILS_AT_FIRST = 0.08;

/** Starts a network that accepts most deliveries: the id of a delivery decides how it is answered. */
export async function startAdNetwork(): Promise<AdNetwork> {
  const accepted = new Set<string>();
  const refused = new Set<string>();
  const seen = new Set<string>();

  function answer(id: string): number {
    const drawn = createHash('sha256').update(id).digest().readUInt32BE() / 2 ** 32;
    const isFirst = !seen.has(id);
    seen.add(id);
    if (drawn < REFUSED) {
      refused.add(id);
      return 400;
    }
    if (drawn < REFUSED + FAILS_AT_FIRST && isFirst) return 503;
    accepted.add(id);
    return 200;
  }

  const server = createServer(async (request, response) => {
    await text(request).catch(() => '');
    const id = String(request.headers['x-service-delivery-id'] ?? '');
    response.writeHead(answer(id), { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted,
    refused,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
