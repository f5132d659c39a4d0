import type { ClientConfig } from '@tributary/sdk/core';
import type { SentRequest } from '../devices/event-ledger.ts';
import type { Finding } from './check-delivery.ts';

/** Why the SDK may not send, from that moment on; undefined if it may. Times in virtual ms. */
export interface Hold {
  readonly at: number;
  readonly reason: 'objection' | 'device' | undefined;
}

/** Between a look at the device and the request, the storage of the lease may take its whole time. */
const GRACE_MS = 10_000;
/** A pause that the service asks for lasts as long as a session at most. */
const MAX_PAUSE_MS = 30 * 60_000;

/**
 * Checks how a device has sent: never more events at a time than configured, never after an objection, not on a network or
 * a battery that the configuration spares, and not before a pause is over that the service has asked for.
 *
 * @param holds in the order of time
 */
export function checkRequests(
  requests: readonly SentRequest[],
  holds: readonly Hold[],
  { batchSize = 50 }: ClientConfig,
): Finding[] {
  const where = (what: string, isWrong: (request: SentRequest) => boolean): Finding => ({
    what,
    events: requests.filter(isWrong).map(({ at }) => Math.round(at / 1000)),
  });
  const ofEvents = requests.filter(({ size }) => size > 0);
  return [
    where(`sent more than ${batchSize} events, at these seconds`, ({ size }) => size > batchSize),
    where('left after an objection, at these seconds', ({ at }) => isHeld(holds, at, 'objection', 0)),
    where(
      'were sent although the device was to be spared, at these seconds',
      ({ at, size }) => size > 0 && isHeld(holds, at, 'device', GRACE_MS),
    ),
    where('were sent in a pause that the service had asked for, at these seconds', (request) =>
      ofEvents.some((earlier) => isTooEarly(request, earlier)),
    ),
  ].filter(({ events }) => events.length > 0);
}

function isHeld(holds: readonly Hold[], at: number, reason: Hold['reason'], graceMs: number): boolean {
  const since = holds.findLastIndex((hold) => hold.at < at - graceMs);
  const latest = holds.findLastIndex((hold) => hold.at < at);
  return since >= 0 && holds.slice(since, latest + 1).every((hold) => hold.reason === reason);
}

function isTooEarly({ at, size, process }: SentRequest, earlier: SentRequest): boolean {
  const { waitMs = 0, endedAt } = earlier;
  if (size === 0 || process !== earlier.process || at < endedAt) return false;
  return at < endedAt + Math.min(waitMs, MAX_PAUSE_MS);
}
