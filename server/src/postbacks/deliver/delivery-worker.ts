import { startWorkLoop, type WorkLoop } from '../../platform/jobs/work-loop.ts';
import { deliverLane } from './deliver-lane.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { chooseLanes, type LaneLimits } from './lanes/choose-lanes.ts';
import { findLanes, isAttributionBehind, type Lane } from './lanes/find-lanes.ts';

/** How often it looks for deliveries that are due, in ms. */
const POLL_MS = 1000;

const LANES: LaneLimits = { all: 64, impaired: 16 };

/**
 * While attribution is behind, deliveries give way to it: a few lanes, one batch each. A delivery may take a minute; an
 * attribution is waited for.
 */
const LANES_WHILE_BEHIND: LaneLimits = { all: 2, impaired: 1 };

/** A network whose batch takes this long is slow, in ms: its lane gives its place up after each batch. */
const SLOW_BATCH_MS = 3000;

/** Makes deliveries that are due. Any number may run, in any number of processes. */
export function startDeliveryWorker(parts: DeliveryParts): WorkLoop {
  const running = new Map<string, { lane: Lane; ended: Promise<void> }>();
  const slow = new Set<string>();
  let stopping = false;
  let behind = false;

  function start(lane: Lane): void {
    const mayGoOn = (batchMs: number) => {
      if (batchMs >= SLOW_BATCH_MS) slow.add(lane.config_id);
      else slow.delete(lane.config_id);
      return !stopping && !behind && !slow.has(lane.config_id);
    };
    const ended = deliverLane(parts, lane, mayGoOn)
      .catch((err) => parts.log.warn({ err }, 'postbacks cannot be delivered; it will be tried again'))
      .finally(() => running.delete(lane.config_id));
    running.set(lane.config_id, { lane, ended });
  }

  const loop = startWorkLoop({
    work: async () => {
      const now = parts.clock();
      behind = await isAttributionBehind(parts.pool, now);
      const due = (await findLanes(parts.pool, now)).filter(({ config_id }) => !running.has(config_id));
      const busy = [...running.values()].map(({ lane }) => lane);
      const isSlow = ({ config_id }: Lane) => slow.has(config_id);
      for (const lane of chooseLanes(due, busy, isSlow, behind ? LANES_WHILE_BEHIND : LANES)) start(lane);
      return false;
    },
    restMs: POLL_MS,
    onFailure: (err) => parts.log.warn({ err }, 'postbacks cannot be looked for; it will be tried again'),
  });
  return {
    async stop() {
      stopping = true;
      await loop.stop();
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}

/** Makes every delivery that is due now, each lane to its end. Answers how many lanes had one. */
export async function deliverDue(parts: DeliveryParts): Promise<number> {
  const lanes = await findLanes(parts.pool, parts.clock());
  await Promise.all(lanes.map((lane) => deliverLane(parts, lane)));
  return lanes.length;
}
