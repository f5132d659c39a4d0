import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { FakeApp } from './fake-app.ts';
import { createFakeService, type FakeService, type FakeServiceOptions } from './fake-service.ts';

const ORIGIN = 'https://tributary.test';

/** The hooks of vitest or jest. */
interface TestHooks {
  beforeAll(run: () => void): unknown;
  afterEach(run: () => void): unknown;
  afterAll(run: () => void): unknown;
}

export interface FakeTributaryOptions extends FakeServiceOptions {
  /** Where the service is; default `https://tributary.test`. Nothing is sent there. */
  readonly origin?: string;
}

/** The fake service of a test file. */
export interface FakeTributary extends Omit<FakeService, 'fetch' | 'reset'> {
  /** What the app passes to `init` as `ingestEndpoint`. */
  readonly ingestEndpoint: string;
  /** An app with a key, which every test may use. */
  readonly app: FakeApp;
}

/**
 * Gives a test file a Tributary service in this process: requests to its origin are answered by the service's own
 * checks of shape, signature and time, and what is accepted can be asserted on. Between tests everything is forgotten,
 * except for its apps. Requests to other origins pass.
 *
 * @example const tributary = useFakeTributary({ beforeAll, afterEach, afterAll })
 */
export function useFakeTributary(
  hooks: TestHooks,
  { origin = ORIGIN, ...options }: FakeTributaryOptions = {},
): FakeTributary {
  const { fetch, reset, ...service } = createFakeService(options);
  const network = setupServer(
    http.all(`${origin}/*`, async ({ request }) => {
      const answer = await fetch(request);
      return new HttpResponse(answer.body, answer);
    }),
  );
  hooks.beforeAll(() => network.listen({ onUnhandledFrame: 'bypass' }));
  hooks.afterEach(reset);
  hooks.afterAll(() => network.close());
  return { ...service, app: service.createApp(), ingestEndpoint: `${origin}/v1/ingest` };
}
