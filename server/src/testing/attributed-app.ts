import type { RejectedCandidate } from '../attribution/facts/rejected-candidate.ts';
import { processBatch } from '../attribution/work/attribution-worker.ts';
import { postEvents } from './post-events.ts';
import { signedEvent, type WireEvent } from './signed-event.ts';
import type { TestService } from './test-service.ts';
import { freshAddress, type Tenant } from './test-tenant.ts';

export const ANDROID_UA =
  'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36';

/** An attribution as stored. */
export interface StoredAttribution {
  readonly attribution_id: string;
  readonly install_id: string;
  readonly device_id: string;
  readonly install_kind: string;
  readonly event_id: string;
  readonly model: string;
  readonly channel: string;
  readonly campaign_id: string | null;
  readonly click_id: string | null;
  readonly confidence_score: number;
  readonly confidence_breakdown: Record<string, number>;
  readonly reason: string;
  readonly rejected_candidates: RejectedCandidate[];
}

/** Processes everything that is queued. */
export async function processQueued({ services }: TestService): Promise<void> {
  const { workPool: pool, bell, log, clock } = services;
  while ((await processBatch({ pool, bell, log, clock })) > 0);
}

/** Follows a link as a phone does, and returns the click and the referrer that the store will pass on. */
export async function clickLink(
  service: TestService,
  slug: string,
  { query = '', from = freshAddress(), userAgent = ANDROID_UA } = {},
): Promise<{ clickId: string; referrer: string }> {
  const response = await service.request(`/l/${slug}${query}`, {
    headers: { 'user-agent': userAgent, 'x-forwarded-for': from },
  });
  const location = new URL(response.headers.get('location') ?? 'http://none');
  const referrer = location.searchParams.get('referrer') ?? location.search.slice(1);
  return { referrer, clickId: new URLSearchParams(referrer).get('service_click_id') ?? '' };
}

/** Sends an event through ingest, accepted or not. Returns its id. */
export async function send(
  service: TestService,
  tenant: Tenant,
  members: WireEvent,
  headers: Record<string, string> = {},
): Promise<string> {
  const now = service.services.clock();
  const event = signedEvent(tenant, { timestamp: now, sent_at: now, ...members });
  const { results } = await postEvents(service, event, headers);
  if (results[0]?.status !== 'accepted') throw new Error(JSON.stringify(results));
  return String(event.event_id);
}

/** The attributions of a tenant's app, the earliest decided first. */
export async function attributionsOf(service: TestService, tenant: Tenant): Promise<StoredAttribution[]> {
  const { rows } = await service.services.workPool.query<StoredAttribution>(
    `select attributions.*, installs.event_id from attributions
     join installs using (customer_id, install_id)
     where attributions.customer_id = $1 order by attributions.installed_at, attributions.install_kind, event_id`,
    [tenant.accountId],
  );
  return rows;
}
