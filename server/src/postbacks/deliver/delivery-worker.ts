import { startWorkLoop, type WorkLoop } from '../../work-loop/work-loop.ts';
import { deliverLane } from './deliver-lane.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { findLanes, isAttributionBehind, type Lane } from './find-lanes.ts';

/** How often it looks for deliveries that are due, in ms. */
const POLL_MS = 1000;

/** Lanes at once; of those whose last sends failed only so many, so that they leave room for the others. */
const LANES = { all: 64, failing: 16 };

/**
 * While attribution is behind, deliveries give way to it: a few lanes, one batch each. A delivery may take a minute; an
 * attribution is waited for.
 */
const LANES_WHILE_BEHIND = { all: 2, failing: 1 };

/** Makes deliveries that are due. Any number may run, in any number of processes. */
export function startDeliveryWorker(parts: DeliveryParts): WorkLoop {
  const running = new Map<string, { lane: Lane; ended: Promise<void> }>();
  let stopping = false;
  let behind = false;

  function start(lane: Lane): void {
    const ended = deliverLane(parts, lane, () => !stopping && !behind)
      .catch((err) => parts.log.warn({ err }, 'postbacks cannot be delivered; it will be tried again'))
      .finally(() => running.delete(lane.config_id));
    running.set(lane.config_id, { lane, ended });
  }

  const loop = startWorkLoop({
    work: async () => {
      const now = parts.clock();
      behind = await isAttributionBehind(parts.pool, now);
      const limit = behind ? LANES_WHILE_BEHIND : LANES;
      const lanes = await findLanes(parts.pool, now);
      for (const lane of lanes.filter(({ config_id }) => !running.has(config_id))) {
        const busy = [...running.values()];
        const failing = busy.filter((one) => one.lane.failures > 0).length;
        if (busy.length >= limit.all) break;
        if (lane.failures === 0 || failing < limit.failing) start(lane);
      }
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
