import type { IngestResultItem } from '@tributary/sdk/wire/ingest-response';
import { refusesNetworks } from '../consent/refuses-networks.ts';
import type { Withdrawal } from '../consent/withdrawal.ts';
import type { LiveFeed } from '../platform/live/live-feed.ts';
import { REJECTIONS } from './check/rejections.ts';
import type { Rejection } from './check/step-result.ts';
import type { IngestMetrics } from './ingest-metrics.ts';
import { noteLive } from './note-live.ts';
import type { RejectionLog } from './rejected/rejection-log.ts';
import type { StorableEvent } from './row/to-storable-event.ts';
import type { EventWriter } from './store/event-writer.ts';
import type { EventOutcome } from './store/store-events.ts';
import { senderOf, type VerifiedItem } from './verify-events.ts';

export interface StoreParts {
  readonly writer: EventWriter;
  readonly metrics: IngestMetrics;
  readonly rejections: RejectionLog;
  readonly live: LiveFeed;
  /** Called with devices whose consent was withdrawn; the events are answered once it is obeyed. */
  readonly onWithdrawn: (withdrawals: readonly Withdrawal[]) => Promise<void>;
}

/**
 * Stores the verified events, and notes and returns a result for every event, in order. Deduplication and quota happen
 * in the store: only the database knows, and a duplicate must be detected before the quota is checked.
 *
 * @param arrivedAt Unix ms.
 * @throws AppError OVERLOADED
 */
export async function storeVerified(
  items: readonly VerifiedItem[],
  arrivedAt: number,
  { writer, metrics, rejections, live, onWithdrawn }: StoreParts,
): Promise<IngestResultItem[]> {
  const events: StorableEvent[] = [];
  for (const { step } of items) if (step.ok) events.push(step.value);
  const outcomes = await writer.store(events);
  const withdrawals = events.flatMap((event, n) => withdrawalsBy(event, outcomes[n]));
  if (withdrawals.length > 0) await onWithdrawn(withdrawals);
  let stored = 0;
  const refusals: (Rejection | undefined)[] = [];
  const results = items.map(({ eventId, step }): IngestResultItem => {
    const echo = { event_id: eventId, server_timestamp: arrivedAt };
    const outcome = step.ok ? outcomes[stored++] : undefined;
    const refusal = step.ok ? refusalFor(outcome) : step;
    refusals.push(refusal);
    if (refusal) return { status: 'rejected', ...echo, error: refusal.error, code: refusal.code };
    return { status: outcome === 'deduplicated' ? outcome : 'accepted', ...echo };
  });
  metrics.countResults(results);
  noteRejections(items, refusals, arrivedAt, rejections);
  if (live.isAnythingWatched()) noteLive(items, results, refusals, live);
  return results;
}

/** An event that is sent again may be one whose first answer was never given. */
function withdrawalsBy({ customerId, appId, consent }: StorableEvent, outcome?: EventOutcome): Withdrawal[] {
  const withdrew =
    outcome === 'withdrew' || (outcome === 'deduplicated' && refusesNetworks(consent?.statement ?? null));
  return withdrew ? (consent?.deviceKeys ?? []).map((deviceKey) => ({ customerId, appId, deviceKey })) : [];
}

/** Undefined for one that is not refused. */
function refusalFor(outcome: EventOutcome | undefined): Rejection | undefined {
  switch (outcome) {
    case 'accepted':
    case 'withdrew':
    case 'deduplicated':
      return undefined;
    case 'unwanted':
      return REJECTIONS.unwanted;
    case 'over_quota':
      return REJECTIONS.overQuota;
    default:
      return REJECTIONS.unstorable;
  }
}

/** Keeps the events that were refused, in the store or before, for the app's developers. */
function noteRejections(
  items: readonly VerifiedItem[],
  refusals: readonly (Rejection | undefined)[],
  at: number,
  rejections: RejectionLog,
): void {
  for (const [index, refusal] of refusals.entries()) {
    if (!refusal) continue;
    const { step, sender = step.ok ? senderOf(step.value) : undefined } = items[index] as VerifiedItem;
    if (sender) rejections.note({ ...sender, at, code: refusal.code, reason: refusal.kept });
  }
}
