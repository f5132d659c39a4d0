import { setTimeout as pause } from 'node:timers/promises';
import { eventOf, signedEvent, type WireEvent } from '@tributary/server/testing/signed-event';
import type { SeededApp } from '../backend/seed-apps.ts';

const BATCH = 50;
const EVERY_MS = 250;

/** What was sent until all of it was accepted. */
interface Sent {
  readonly ids: string[];
  /** By `performance.now()`. */
  readonly firstAcceptedAt: number;
  readonly attempts: number;
}

/**
 * Makes a batch of an app's events four times a second and sends each again until it is accepted, in order; after `stop`
 * what is left, and one batch more.
 */
export function keepSending(origin: string, app: SeededApp): { stop(): void; finished: Promise<Sent> } {
  let isStopped = false;
  const waiting: WireEvent[][] = [];
  const source = { accountId: app.customerId, appId: app.appId, sdkSecret: app.secret };
  const make = () => Array.from({ length: BATCH }, () => eventOf(source));
  // Signed anew at each attempt: a signature is good for ten minutes.
  const sign = (event: WireEvent) => signedEvent(source, { ...event, sent_at: Date.now() });

  async function run(): Promise<Sent> {
    const ids: string[] = [];
    let [attempts, firstAcceptedAt] = [0, 0];
    for (let isLast = false; !isLast || waiting.length > 0; ) {
      if (!isLast) {
        isLast = isStopped;
        const batch = make();
        ids.push(...batch.map((event) => String(event.event_id)));
        waiting.push(batch);
      }
      attempts++;
      if (await isAccepted(origin, (waiting[0] ?? []).map(sign))) {
        firstAcceptedAt ||= performance.now();
        waiting.shift();
      } else await pause(EVERY_MS);
      if (waiting.length === 0) await pause(EVERY_MS);
    }
    return { ids, firstAcceptedAt, attempts };
  }

  return {
    stop: () => {
      isStopped = true;
    },
    finished: run(),
  };
}

/** Whether the service has them all. @throws if it refuses one for good */
async function isAccepted(origin: string, events: object[]): Promise<boolean> {
  const body = JSON.stringify({ events });
  const response = await fetch(`${origin}/v1/ingest`, { method: 'POST', body }).catch(() => undefined);
  if (response?.status !== 200) return false;
  const { results } = (await response.json()) as { results: { status: string; error?: string }[] };
  const refused = results.find(({ status }) => status === 'rejected');
  if (refused) throw new Error(`an event was refused: ${refused.error}`);
  return true;
}
