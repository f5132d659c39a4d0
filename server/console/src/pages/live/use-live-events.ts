import { useEffect, useRef, useState } from 'react';
import { type LiveEvent, watchEvents } from './watch-events.ts';

/** As many as are kept: an hour of a busy app takes no more memory than a minute. */
const KEPT = 200;
const AGAIN_MS = 2000;

type Counts = Record<LiveEvent['status'], number>;

export interface LiveView {
  /** The newest first. */
  readonly events: readonly (LiveEvent & { readonly key: number })[];
  readonly counts: Counts;
  readonly state: 'connecting' | 'open' | 'ended';
  readonly isPaused: boolean;
  setPaused(isPaused: boolean): void;
}

const NONE: Counts = { accepted: 0, deduplicated: 0, rejected: 0, skipped: 0 };

/** Watches the events of an app while the component is shown; a lost stream is opened again. */
export function useLiveEvents(appId: string): LiveView {
  const [events, setEvents] = useState<LiveView['events']>([]);
  const [counts, setCounts] = useState(NONE);
  const [state, setState] = useState<LiveView['state']>('connecting');
  const [isPaused, setPaused] = useState(false);
  const paused = useRef(false);
  paused.current = isPaused;
  useEffect(() => {
    const leave = new AbortController();
    let key = 0;
    const take = (event: LiveEvent) => {
      setCounts((before) => ({ ...before, [event.status]: before[event.status] + event.count }));
      if (paused.current || event.status === 'skipped') return;
      key += 1;
      const entry = { ...event, key };
      setEvents((before) => [entry, ...before].slice(0, KEPT));
    };
    const watch = async () => {
      while (!leave.signal.aborted) {
        const end = await watchEvents(appId, { onOpen: () => setState('open'), onEvent: take }, leave.signal);
        if (leave.signal.aborted) return;
        setState(end === 'refused' ? 'ended' : 'connecting');
        if (end === 'refused') return;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    };
    void watch();
    return () => leave.abort();
  }, [appId]);
  return { events, counts, state, isPaused, setPaused };
}
