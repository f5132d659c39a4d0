import { expect } from 'vitest';
import { countEvents } from '../../counters/events/count-events.ts';
import { rebuildRollups } from '../../counters/rebuild/rebuild-rollups.ts';
import { eraseNow } from '../../privacy/erasure/testing/erase-now.ts';
import { perTest } from '../../testing/per-suite.ts';
import { postEvents } from '../../testing/post-events.ts';
import { signedEvent, type WireEvent } from '../../testing/signed-event.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

/** The time at which the tests of events happen. */
export const NOW = Date.UTC(2026, 2, 20, 12);

/** What `wrong` gives where every counter is right. */
export const NOTHING = { events: 0, event_devices: 0 };

interface Counted {
  readonly event_type: string;
  readonly custom_event_name: string | null;
  readonly rest?: true;
  readonly count: number;
  readonly devices: number | null;
  readonly revenue: Record<string, number>;
}

/** An event of a day of that March. */
export const onDay = (day: number, members: WireEvent = {}): WireEvent => ({
  event_type: 'open',
  timestamp: Date.UTC(2026, 2, day, 9),
  ...members,
});

/** An event of the app's own. */
export const custom = (custom_event_name: string, members: WireEvent = {}): WireEvent => ({
  event_type: 'custom',
  custom_event_name,
  ...members,
});

/** For each test of the calling file, a tenant whose events are sent, counted and reported. */
export function useEventReport() {
  const service = useService({ clock: () => NOW });
  const tenant = perTest(() => createTenant(service));

  async function sendAll(events: readonly WireEvent[]): Promise<void> {
    const signed = events.map((event) => signedEvent(tenant, { timestamp: NOW, sent_at: NOW, ...event }));
    for (let at = 0; at < signed.length; at += 50) {
      const { results } = await postEvents(service, signed.slice(at, at + 50));
      expect(results.every(({ status }) => status === 'accepted')).toBe(true);
    }
  }

  /** Counts all that waits for it. */
  async function settle(): Promise<void> {
    while ((await countEvents(service.services.backgroundPool)) > 0);
  }

  async function report(days: Record<string, string> = {}) {
    const response = await tenant.owner.get(
      `/v1/analytics?${new URLSearchParams({ resource: 'events', ...days })}`,
    );
    expect(response.status).toBe(200);
    return (await response.json()) as { events: Counted[]; days: { date: string; count: number }[] };
  }

  async function erase(gaid: string, changes = service.services.changes): Promise<void> {
    const { backgroundPool } = service.services;
    const device = { customerId: tenant.accountId, kind: 'gaid', value: gaid };
    await eraseNow({ backgroundPool, changes }, device);
  }

  /** What a rebuild finds wrong of the events. */
  async function wrong() {
    const { backgroundPool } = service.services;
    const { events, event_devices } = await rebuildRollups(backgroundPool, tenant.accountId);
    return { events, event_devices };
  }

  return { service, tenant, sendAll, settle, report, erase, wrong };
}
