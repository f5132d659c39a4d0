import { randomUUID } from 'node:crypto';
import { countClicks } from '../../attribution/clicks/count-clicks.ts';
import { storeClicks } from '../../attribution/clicks/store-clicks.ts';
import { processActivity } from '../../counters/activity/activity-worker.ts';
import { countEvents } from '../../counters/events/count-events.ts';
import { createEventWriter } from '../../ingest/store/event-writer.ts';
import { processQueued } from '../../testing/attributed-app.ts';
import type { TestService } from '../../testing/test-service.ts';
import { addApp, addTeam, type Tenant } from '../../testing/test-tenant.ts';
import type { Arrival, TrafficApp } from './random-traffic.ts';

/** Apps of one account that random traffic is made for: two in its default team, one in another. */
export interface TrafficWorld {
  readonly tenant: Tenant;
  readonly otherTeamId: string;
  readonly apps: readonly TrafficApp[];
}

export async function createTrafficWorld(service: TestService, tenant: Tenant): Promise<TrafficWorld> {
  const otherTeamId = await addTeam(service, tenant);
  const more = [
    await addApp(tenant, { p_team_id: tenant.teamId }),
    await addApp(tenant, { p_team_id: otherTeamId }),
  ];
  const apps = [tenant.appId, ...more].map((appId) => ({
    customerId: tenant.accountId,
    appId,
    links: [
      { linkId: randomUUID(), campaignId: randomUUID(), channel: 'social_a' },
      { linkId: randomUUID(), campaignId: randomUUID(), channel: 'influencer' },
      { linkId: randomUUID(), campaignId: null, channel: 'sms' },
    ],
  }));
  return { tenant, otherTeamId, apps };
}

/** Takes traffic in as the service does: events through the event writer, clicks counted as they are stored. */
export async function receiveEvents({ services }: TestService, arrivals: readonly Arrival[]): Promise<void> {
  const { ingestPool, workPool, log, clock } = services;
  const writer = createEventWriter({ pool: ingestPool, log, clock, onQueued: () => {} });
  const clicks = arrivals.flatMap((arrival) => ('click' in arrival ? [arrival.click] : []));
  await storeClicks(workPool, clicks);
  await countClicks(workPool);
  await writer.store(arrivals.flatMap((arrival) => ('event' in arrival ? [arrival.event] : [])));
  await writer.close();
}

/** Lets the workers finish everything that waits. */
export async function settle(service: TestService): Promise<void> {
  const { workPool: pool, log, clock } = service.services;
  do {
    await processQueued(service);
  } while ((await processActivity({ pool, log, clock })) > 0);
  while ((await countEvents(pool)) > 0);
}
