import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen } from '@tributary/server/platform/net/arrival/listen';
import { ConfigError } from '@tributary/server/platform/settings/config';

const HOST = '127.0.0.1';
const USUAL_PORT = 8787;

/**
 * Makes a server listen on this machine and returns its port: the wanted one, or else the service's usual port or, if
 * that is taken, any.
 *
 * @throws ConfigError if the wanted port cannot be used.
 */
export async function openPort(server: Server, wanted: number | undefined): Promise<number> {
  try {
    await listen(server, { host: HOST, port: wanted ?? USUAL_PORT });
  } catch (error) {
    if (wanted !== undefined || !(error instanceof ConfigError)) throw error;
    await listen(server, { host: HOST, port: 0 });
  }
  return (server.address() as AddressInfo).port;
}
