import { createHash } from 'node:crypto';
import { createTestDatabase } from '@tributary/db/testing/test-database';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Outside } from '../links/domains/proof/outside.ts';
import type { PasswordHash } from '../platform/auth/session/password-hashing.ts';
import type { AppEnv } from '../platform/http/function-route.ts';
import { createLog } from '../platform/log.ts';
import type { Getter } from '../platform/net/outbound/create-getter.ts';
import type { Services } from '../platform/services.ts';
import { readConfig } from '../platform/settings/config.ts';
import { createApp } from '../run/assembly/app.ts';
import { createServices } from '../run/assembly/create-services.ts';
import { holdAnswers } from './document/hold-answers.ts';

export const TEST_ANON_KEY = 'anon-key-for-tests-0123456789abcdef';
const TEST_SERVICE_SECRET = 'service-secret-for-tests-0123456789abcdef';

/** Most tests sign someone up and few are about passwords, so this is fast; the service's own is slow by design. */
const CHEAP_HASH: PasswordHash = {
  hash: async (password) => createHash('sha256').update(password).digest('hex'),
  verify: async ({ hash, password }) => hash === (await CHEAP_HASH.hash(password)),
};

/** The real app over real services on a separate database. */
export interface TestService {
  readonly app: Hono<AppEnv>;
  readonly services: Services;
  readonly databaseUrl: string;
  request(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

export interface TestServiceOptions {
  /** Environment variables, overriding the tests' own. */
  env?: Record<string, string>;
  clock?: () => number;
  /** Hashes passwords as the service does, for tests that depend on it. */
  realPasswords?: boolean;
  /** Takes the place of the internet, where domains are concerned. */
  outside?: Outside;
  /** Reads from hosts of the test's own. */
  getter?: Getter;
  /** Replaces the default silent log. */
  log?: Logger;
  /** Uses this database instead, and does not drop it: for a second instance next to a first. */
  databaseUrl?: string;
}

/** Starts the app on a new database, unless `databaseUrl` names one. */
export async function startTestService({
  env,
  clock,
  realPasswords = false,
  log,
  outside,
  getter,
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
    ...(outside && { outside }),
    ...(getter && { getter }),
    ...(!realPasswords && { passwordHash: CHEAP_HASH }),
  });
  const app = createApp(services);
  const answers = holdAnswers(app);
  return {
    app,
    services,
    databaseUrl: url,
    async request(path, init) {
      const response = await app.request(path, init);
      answers.check();
      return response;
    },
    async close() {
      await services.close();
      await database?.drop();
      answers.check();
    },
  };
}
