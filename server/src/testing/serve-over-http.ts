import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ArrivalTimes, createHttpServer } from '../platform/net/arrival/create-http-server.ts';
import type { TestService } from './test-service.ts';

/** A test service on a local port. */
interface ListeningService {
  readonly server: Server;
  readonly port: number;
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves a test service on a socket, for tests that need a real one. Closing the result leaves the service open. */
export async function listen(
  { app, services }: TestService,
  times?: Partial<ArrivalTimes>,
): Promise<ListeningService> {
  const server = createHttpServer({ app, connectionCap: services.connectionCap }, times);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    server,
    port,
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A test service whose requests go over a socket. Closing the result also closes the service. */
export async function serveOverHttp(
  service: TestService,
): Promise<TestService & Pick<ListeningService, 'origin' | 'server'>> {
  const { origin, server, close } = await listen(service);
  return {
    ...service,
    origin,
    server,
    // As in-process requests, and no test leaves this machine.
    request: (path, init) => fetch(origin + path, { redirect: 'manual', ...init }),
    async close() {
      await close();
      await service.close();
    },
  };
}
