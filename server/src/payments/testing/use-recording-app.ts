import { beforeEach, expect } from 'vitest';
import { rebuildRollups } from '../../counters/rebuild/rebuild-rollups.ts';
import { perTest } from '../../testing/per-suite.ts';
import type { TestService } from '../../testing/test-service.ts';
import { createTenant, type Tenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { keptBooks, recordedRows } from './books.ts';
import { accepted, makeWebhook, type TestWebhook } from './payment-webhook.ts';

/** The time at the start of each test, in Unix ms. */
export const NOW = Date.UTC(2026, 4, 10, 12);

/** Reads what is recorded and counted of a tenant's payments. */
const recordsOf = (service: TestService, tenant: Tenant) => {
  const rows = () => recordedRows(service, tenant.accountId);
  return {
    rows,
    row: async (reference: string) => (await rows()).find((one) => one.reference === reference),
    books: () => keptBooks(service, tenant.accountId),
  };
};
export type Records = ReturnType<typeof recordsOf>;

/** Gives each test an app with a `generic` webhook, a clock that the test sets, and functions that read what is recorded. */
export function useRecordingApp() {
  const time = { now: NOW };
  const service = useService({ clock: () => time.now });
  beforeEach(() => {
    time.now = NOW;
  });
  const tenant = perTest(() => createTenant(service));
  const webhook = perTest(() => makeWebhook(service, tenant));
  const send = (payload: object, to = webhook) => accepted(service, to, payload);

  /** Delivers in every possible order, each to a separate tenant, and returns the result of each. */
  async function inEveryOrder<T>(
    provider: TestWebhook['provider'],
    payloads: readonly object[],
    look: (records: Records, to: TestWebhook) => Promise<T>,
  ): Promise<T[]> {
    const seen: T[] = [];
    for (const order of permutations(payloads)) {
      const own = await createTenant(service);
      const to = await makeWebhook(service, own, provider);
      for (const payload of order) await send(payload, to);
      seen.push(await look(recordsOf(service, own), to));
      expect(await rebuildRollups(service.services.workPool, own.accountId)).toMatchObject({
        revenue: 0,
        campaign_revenue: 0,
      });
    }
    return seen;
  }

  return { time, service, tenant, webhook, send, inEveryOrder, ...recordsOf(service, tenant) };
}

/** All orders of these. */
export function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}
