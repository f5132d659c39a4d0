import { useState } from 'react';
import { useRead } from '../../client/use-read.ts';
import { type LiveView, useLiveEvents } from '../live/use-live-events.ts';
import type { Refusal } from './advise.ts';
import { useEventsSoFar } from './use-events-so-far.ts';

/** How often is asked what the stream may have missed. */
const ASK_MS = 5000;

/** An event that was stored. */
export interface Received {
  readonly type: string | null;
  /** When it arrived, Unix ms; null where it was not watched. */
  readonly at: number | null;
  readonly count: number;
}

/** What is known of an app's first event. */
export interface Arrival {
  readonly received: Received | null;
  /** The last one that was refused. */
  readonly refused: (Refusal & { readonly at: number }) | null;
  readonly stream: LiveView['state'];
}

/** Waits for an app's first event: by the stream, and by asking, since a stream may be lost and begins where it is opened. */
export function useFirstEvent(appId: string): Arrival {
  const [isOver, setOver] = useState(false);
  const { events, state } = useLiveEvents(appId);
  const seen = events.find(({ status }) => status === 'accepted' || status === 'deduplicated');
  const every = isOver ? undefined : ASK_MS;
  const soFar = useEventsSoFar(appId, every ? { every } : {});
  const refusals = useRead('list_rejected_events', { p_app_id: appId, p_limit: 1 }, every ? { every } : {});
  const [first] = soFar.data?.events ?? [];
  const counted = soFar.data?.events.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const received = seen
    ? { type: nameOf(seen.event_name, seen.event_type), at: seen.at, count: 1 }
    : first
      ? { type: nameOf(first.custom_event_name, first.event_type), at: null, count: counted }
      : null;
  // Nothing is asked any more.
  if (received && !isOver) setOver(true);
  const live = events.find(({ status }) => status === 'rejected');
  const [stored] = refusals.data?.items ?? [];
  const refused = live && live.at >= (stored?.at ?? 0) ? live : stored;
  return {
    received,
    refused: refused ? { at: refused.at, code: refused.code ?? '', error: refused.error ?? '' } : null,
    stream: state,
  };
}

const nameOf = (name: string | null, type: string | null) => name ?? type;
