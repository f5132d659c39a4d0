import { createServer, type Server } from 'node:net';
import { type Config, ConfigError } from '../../settings/config.ts';

type Address = Pick<Config, 'host' | 'port'>;

/** Checks that the address is free before anything else is started. @throws ConfigError */
export async function tryAddress(address: Address): Promise<void> {
  const probe = createServer();
  await listen(probe, address);
  await new Promise((resolve) => probe.close(resolve));
}

/** Resolves when the server accepts connections. @throws ConfigError naming the invalid variable. */
export function listen(server: Server, { host, port }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ConfigError(explain(error, { host, port }), { cause: error })),
    );
    server.listen(port, host, () => resolve());
  });
}

function explain({ code, message }: NodeJS.ErrnoException, { host, port }: Address): string {
  switch (code) {
    case 'EADDRINUSE':
      return `PORT ${port} on HOST ${host} is taken by another program: set PORT to another`;
    case 'EACCES':
      return `PORT ${port} is not allowed for this user; use 1024 or higher`;
    case 'EADDRNOTAVAIL':
      return `HOST ${host} is not an address of this machine`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST ${host} cannot be resolved to an address`;
    default:
      return `cannot listen on HOST ${host} and PORT ${port}: ${message}`;
  }
}
