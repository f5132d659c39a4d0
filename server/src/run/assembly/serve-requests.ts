import { createHttpServer } from '../../platform/net/arrival/create-http-server.ts';
import { listen } from '../../platform/net/arrival/listen.ts';
import { prepareClose } from '../../platform/net/arrival/prepare-close.ts';
import { createApp } from './app.ts';
import { createServices, type ServiceParts } from './create-services.ts';
import { startWorkers } from './workers.ts';

/** Opens everything on a migrated database and listens for requests. */
export async function serveRequests(parts: ServiceParts) {
  const { config } = parts;
  const services = await createServices(parts);
  const workers = config.workers ? startWorkers(services) : undefined;
  const server = createHttpServer({ app: createApp(services), connectionCap: services.connectionCap });
  const closeServer = prepareClose(server);
  await listen(server, config);
  return {
    services,
    /** Finishes what is in flight and closes every connection. */
    async close() {
      services.live.close();
      await closeServer();
      await workers?.stop();
      await services.close();
    },
  };
}
