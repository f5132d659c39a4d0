import { createTestDatabase } from '@tributary/db/testing/test-database';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { AppEnv } from '../http/function-route.ts';
import { createLog } from '../log.ts';
import { createServices, type Services } from '../services.ts';

export const TEST_ANON_KEY = 'anon-key-for-tests-0123456789abcdef';
const TEST_SERVICE_SECRET = 'service-secret-for-tests-0123456789abcdef';

/** The real app over real services on a separate database. */
export interface TestService {
  readonly app: Hono<AppEnv>;
  readonly services: Services;
  readonly databaseUrl: string;
  request(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

interface TestServiceOptions {
  /** Environment variables, overriding the tests' own. */
  env?: Record<string, string>;
  clock?: () => number;
  /** Replaces the default silent log. */
  log?: Logger;
  /** Uses this database instead, and does not drop it: for a second instance next to a first. */
  databaseUrl?: string;
}

export async function startTestService({
  env,
  clock,
  log,
  databaseUrl,
}: TestServiceOptions = {}): Promise<TestService> {
  const database = databaseUrl === undefined ? await createTestDatabase() : undefined;
  const url = databaseUrl ?? database?.url ?? '';
  const config = readConfig({
    DATABASE_URL: url,
    SERVICE_SECRET: TEST_SERVICE_SECRET,
    ANON_KEY: TEST_ANON_KEY,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'silent',
    ...env,
  });
  const secrets = {
    serviceSecret: config.serviceSecret ?? TEST_SERVICE_SECRET,
    previousServiceSecret: config.previousServiceSecret,
    anonKey: config.anonKey ?? TEST_ANON_KEY,
  };
  const services = await createServices({
    config,
    secrets,
    databaseUrl: url,
    log: log ?? createLog(config),
    ...(clock && { clock }),
  });
  const app = createApp(services);
  return {
    app,
    services,
    databaseUrl: url,
    request: async (path, init) => app.request(path, init),
    async close() {
      await services.close();
      await database?.drop();
    },
  };
}
