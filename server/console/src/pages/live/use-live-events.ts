import { useEffect, useRef, useState } from 'react';
import type { ServiceError } from '../../http/service-error.ts';
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
  /** Why it has ended. */
  readonly refusal: ServiceError | null;
  /** Asks again after a refusal. */
  again(): void;
  readonly isPaused: boolean;
  setPaused(isPaused: boolean): void;
}

const NONE: Counts = { accepted: 0, deduplicated: 0, rejected: 0, skipped: 0 };

/** Watches the events of an app while the component is shown; a lost stream is opened again. */
export function useLiveEvents(appId: string): LiveView {
  const [events, setEvents] = useState<LiveView['events']>([]);
  const [counts, setCounts] = useState(NONE);
  const [state, setState] = useState<LiveView['state']>('connecting');
  const [refusal, setRefusal] = useState<ServiceError | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const again = () => {
    setRefusal(null);
    setAttempt((before) => before + 1);
  };
  const paused = useRef(false);
  paused.current = isPaused;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens it anew.
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
        const reason = await watchEvents(
          appId,
          { onOpen: () => setState('open'), onEvent: take },
          leave.signal,
        );
        if (leave.signal.aborted) return;
        setState(reason ? 'ended' : 'connecting');
        setRefusal(reason);
        if (reason) return;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    };
    void watch();
    return () => leave.abort();
  }, [appId, attempt]);
  return { events, counts, state, refusal, again, isPaused, setPaused };
}
