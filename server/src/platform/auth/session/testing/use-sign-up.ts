import { createTestDatabase } from '@tributary/db/testing/test-database';
import { afterEach } from 'vitest';
import { perTest } from '../../../../testing/per-suite.ts';
import { startTestService, type TestService } from '../../../../testing/test-service.ts';
import { freshAddress } from '../../../../testing/test-tenant.ts';

/** Elsewhere than on loopback metrics are served to whoever has it. */
const METRICS_TOKEN = 'm'.repeat(32);

/** Gives each test a database without people, and instances on it. */
export function useSignUp() {
  const database = perTest(createTestDatabase, ({ drop }) => drop());
  const started: TestService[] = [];
  afterEach(async () => {
    await Promise.all(started.splice(0).map((service) => service.close()));
  });

  /** An instance; with real passwords where the cost of hashing them is looked at. */
  async function start(
    env: Record<string, string>,
    realPasswords = false,
    clock?: () => number,
  ): Promise<TestService> {
    // Without it a HOST that stands for every address stops the start.
    const PUBLIC_URL = 'https://links.example.com';
    const service = await startTestService({
      env: { PUBLIC_URL, METRICS_TOKEN, ...env },
      databaseUrl: database.url,
      realPasswords,
      ...(clock && { clock }),
    });
    started.push(service);
    return service;
  }
  return { start };
}

export const signUpAs = (
  service: TestService,
  name: string,
  password = 'Correct-horse-9-battery',
  more: Record<string, unknown> = {},
) =>
  service.request('/api/auth/sign-up/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': freshAddress() },
    body: JSON.stringify({ email: `${name}@example.com`, password, name, ...more }),
  });

/** Passwords hashed so far: most of what an answer costs. */
export async function hashesOf(service: TestService): Promise<number> {
  const metrics = await (
    await service.request('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  ).text();
  if (!metrics.startsWith('# HELP')) throw new Error(`no metrics: ${metrics}`);
  return Number(/password_hashes_total\{result="done"\} (\d+)/.exec(metrics)?.[1] ?? 0);
}

/** All that an answer tells. */
export async function described(response: Response) {
  const headers = Object.fromEntries(response.headers);
  delete headers['x-request-id'];
  return { status: response.status, body: await response.text(), headers };
}
