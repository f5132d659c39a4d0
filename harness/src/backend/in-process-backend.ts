import { startWorkers } from '@tributary/server/run/assembly/workers';
import { startTestService, TEST_ANON_KEY } from '@tributary/server/testing/test-service';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { Backend } from './backend.ts';

const ORIGIN = 'https://tributary.test';

/** Starts the real app and workers in this process; MSW routes every request to its origin to the app. */
export async function startInProcessBackend(): Promise<Backend> {
  const service = await startTestService({ env: { PUBLIC_URL: ORIGIN } });
  const workers = startWorkers(service.services);
  const network = setupServer(
    http.all(`${ORIGIN}/*`, async ({ request }) => {
      const answer = await service.app.fetch(request);
      return new HttpResponse(answer.body, answer);
    }),
  );
  network.listen({ onUnhandledFrame: 'error' });
  return {
    origin: ORIGIN,
    anonKey: TEST_ANON_KEY,
    async close() {
      network.close();
      await workers.stop();
      await service.close();
    },
  };
}
