import { EVENT_TYPES } from '@tributary/sdk/wire/event';
import type { IngestResultItem } from '@tributary/sdk/wire/ingest-response';
import type { LiveFeed } from '../live/live-feed.ts';
import { describeRejection } from './rejected/describe-rejection.ts';
import { senderOf, type VerifiedItem } from './verify-events.ts';

const TYPES: ReadonlySet<string> = new Set(EVENT_TYPES);
/** Characters that are shown of an error and of names. */
const MOST_TEXT = 300;

/** Shows results to those who watch the apps that the events name. */
export function noteLive(
  items: readonly VerifiedItem[],
  results: readonly IngestResultItem[],
  live: LiveFeed,
): void {
  for (const [index, result] of results.entries()) {
    const { step, sender = step.ok ? senderOf(step.value) : undefined } = items[index] as VerifiedItem;
    if (!sender || !live.isWatched(sender.app_id)) continue;
    const { status, server_timestamp: at, code = null } = result;
    const refusal = status === 'rejected' ? describeRejection(result.error ?? '') : undefined;
    live.note({
      app_id: sender.app_id,
      at,
      status,
      event_id: step.ok ? step.value.eventId : null,
      event_type: TYPES.has(sender.event_type) ? sender.event_type : null,
      event_name: step.ok && step.value.eventName !== '' ? step.value.eventName.slice(0, MOST_TEXT) : null,
      code,
      error: refusal?.error.slice(0, MOST_TEXT) ?? null,
      fields: refusal?.fields ?? [],
      count: 1,
    });
  }
}
