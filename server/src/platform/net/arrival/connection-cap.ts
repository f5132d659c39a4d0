import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Counter, type Registry } from 'prom-client';
import { addressKey } from '../../limits/address-key.ts';
import { createSemaphore } from '../../limits/semaphore.ts';
import type { Config } from '../../settings/config.ts';
import { clientAddress, isTrustedProxy } from './client-address.ts';

/** Bounds the connections from one address. */
export interface ConnectionCap {
  /** Refuses connections above the cap. Call it before the server listens. */
  guard(server: Server): void;
}

/** More than a carrier's NAT has open at the same time, since each is closed after five seconds without a request. */
const MOST = 256;

const BODY = JSON.stringify({ error: 'too many connections from your address; try again later' });
const REFUSAL = [
  'HTTP/1.1 429 Too Many Requests',
  'Connection: close',
  'Content-Type: application/json',
  `Content-Length: ${BODY.length}`,
  'Retry-After: 5',
  'X-Content-Type-Options: nosniff',
  '',
  BODY,
].join('\r\n');

/**
 * Connections from this machine and from trusted proxies are those of many clients, and only capped if the setting says
 * so.
 */
export function createConnectionCap(
  { maxConnectionsPerAddress, trustProxy }: Pick<Config, 'maxConnectionsPerAddress' | 'trustProxy'>,
  registry: Registry,
): ConnectionCap {
  const open = createSemaphore({ perHolder: maxConnectionsPerAddress ?? MOST });
  const isExempt = (address: string) =>
    maxConnectionsPerAddress === undefined && (isLoopback(address) || isTrustedProxy(address, trustProxy));
  const refused = new Counter({
    name: 'tributary_connections_refused_total',
    help: 'Connections refused because too many from the same address were open',
    registers: [registry],
  });

  function admit(socket: Socket): void {
    const address = clientAddress(socket.remoteAddress ?? '', undefined, { hops: 0 });
    if (isExempt(address)) return;
    const release = open.tryAcquire(addressKey(address));
    if (typeof release === 'string') {
      refused.inc();
      socket.write(REFUSAL);
      socket.destroySoon();
      return;
    }
    socket.once('close', release);
  }

  return { guard: (server) => server.prependListener('connection', admit) };
}

function isLoopback(address: string): boolean {
  return ipaddr.process(address).range() === 'loopback';
}
