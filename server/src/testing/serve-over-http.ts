import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createHttpServer } from '../arrival/create-http-server.ts';
import type { TestService } from './test-service.ts';

/** Serves a test service on a socket. Closing the result also closes the service. */
export async function serveOverHttp(
  service: TestService,
): Promise<TestService & { readonly origin: string }> {
  const server = createHttpServer({ app: service.app, connectionCap: service.services.connectionCap });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...service,
    origin,
    // As in-process requests, and no test leaves this machine.
    request: (path, init) => fetch(origin + path, { redirect: 'manual', ...init }),
    async close() {
      server.closeAllConnections();
      server.close();
      await service.close();
    },
  };
}
