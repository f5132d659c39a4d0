import { EVENT_TYPES } from '@tributary/sdk/wire/event';
import type { IngestResultItem } from '@tributary/sdk/wire/ingest-response';
import type { LiveFeed } from '../platform/live/live-feed.ts';
import type { Rejection } from './check/step-result.ts';
import { senderOf, type VerifiedItem } from './verify-events.ts';

const TYPES: ReadonlySet<string> = new Set(EVENT_TYPES);
/** Characters that are shown of an error and of names. */
const MOST_TEXT = 300;

/**
 * Shows results to those who watch the apps that the events name.
 *
 * @param refusals of those that were refused, at their places.
 */
export function noteLive(
  items: readonly VerifiedItem[],
  results: readonly IngestResultItem[],
  refusals: readonly (Rejection | undefined)[],
  live: LiveFeed,
): void {
  for (const [index, result] of results.entries()) {
    const { step, sender = step.ok ? senderOf(step.value) : undefined } = items[index] as VerifiedItem;
    if (!sender || !live.isWatched(sender.app_id)) continue;
    const { status, server_timestamp: at, code = null } = result;
    const reason = refusals[index]?.kept;
    live.note({
      app_id: sender.app_id,
      at,
      status,
      event_id: step.ok ? step.value.eventId : null,
      event_type: TYPES.has(sender.event_type) ? sender.event_type : null,
      event_name: step.ok && step.value.eventName !== '' ? step.value.eventName.slice(0, MOST_TEXT) : null,
      code,
      error: reason?.error.slice(0, MOST_TEXT) ?? null,
      fields: reason?.fields ?? [],
      is_dated_by_arrival: status === 'accepted' && step.ok && step.value.isDatedByArrival,
      count: 1,
    });
  }
}
