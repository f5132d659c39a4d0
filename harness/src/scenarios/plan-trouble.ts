import type { Random } from '@tributary/server/testing/random';
import type { Condition } from '../network/conditions.ts';
import type { Fault } from '../soak/fault.ts';
import type { Scenario, Trouble } from './scenario-schema.ts';

/** The address of all devices behind one carrier. */
const CARRIER = '100.64.0.1';
/** How many awaits a process that is killed may still finish. */
const MAX_STEPS = 40;

/** The faults that a scenario's trouble means for one device. */
export function planTrouble({ trouble, lasts }: Scenario, random: Random): Fault[] {
  return trouble.flatMap((each) => toFaults(each, lasts, random));
}

function toFaults(trouble: Trouble, lasts: number, random: Random): Fault[] {
  switch (trouble.what) {
    case 'kill':
      return timesOf(trouble, lasts).map((at) => ({
        kind: 'death',
        at,
        steps: random.integer(0, MAX_STEPS),
        how: random.pick(['before', 'after'] as const),
      }));
    case 'torn-write':
      return [{ kind: 'torn-write', at: trouble.at, kept: trouble.kept, kills: true }];
    case 'damage':
      return [{ kind: 'damage', at: trouble.at, where: random.next() }];
    case 'clock':
      return [{ kind: 'clock', at: trouble.at, byMs: trouble.by }];
    case 'full-disk':
    case 'slow-disk':
      return [{ kind: trouble.what, at: trouble.from, until: trouble.until }];
    case 'battery':
      return [{ kind: 'battery', at: trouble.from, until: trouble.until, percent: trouble.percent }];
    default:
      return [{ kind: 'network', at: trouble.from, until: trouble.until, condition: toCondition(trouble) }];
  }
}

function timesOf({ at, again_every: every }: Trouble & { what: 'kill' }, lasts: number): number[] {
  if (every === undefined) return [at];
  return Array.from(
    { length: Math.floor((lasts - at) / Math.max(1000, every)) + 1 },
    (_, turn) => at + turn * every,
  );
}

type NetworkTrouble = Exclude<
  Trouble,
  { what: 'kill' | 'torn-write' | 'damage' | 'clock' | 'full-disk' | 'slow-disk' | 'battery' }
>;

function toCondition(trouble: NetworkTrouble): Condition {
  switch (trouble.what) {
    case 'flapping':
      return { kind: 'flapping', periodMs: Math.max(1, trouble.period) };
    case 'slow':
      return { kind: 'slow', delayMs: trouble.delay };
    case 'lose-requests':
    case 'lose-answers':
      return { kind: trouble.what, share: trouble.share };
    case 'carrier-nat':
      return { kind: 'carrier-nat', address: CARRIER };
    case 'body-limit':
      return { kind: 'body-limit', bytes: trouble.bytes };
    case 'status': {
      const seconds = trouble.retry_after && Math.ceil(trouble.retry_after / 1000);
      const { status, share } = trouble;
      return { kind: 'status', status, share, ...(seconds !== undefined && { retryAfterSeconds: seconds }) };
    }
    default:
      return { kind: trouble.what };
  }
}
