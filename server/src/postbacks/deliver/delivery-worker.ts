import { startWorkLoop, type WorkLoop } from '../../work-loop/work-loop.ts';
import { deliverLane } from './deliver-lane.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { findLanes, type Lane } from './find-lanes.ts';

/** How often it looks for deliveries that are due, in ms. */
const POLL_MS = 1000;
/** Lanes at once; of those whose last sends failed only so many, so that they leave room for the others. */
const LANES = 64;
const FAILING_LANES = 16;

/** Makes deliveries that are due. Any number may run, in any number of processes. */
export function startDeliveryWorker(parts: DeliveryParts): WorkLoop {
  const running = new Map<string, { lane: Lane; ended: Promise<void> }>();
  let stopping = false;

  function start(lane: Lane): void {
    const ended = deliverLane(parts, lane, () => stopping)
      .catch((err) => parts.log.warn({ err }, 'postbacks cannot be delivered; it will be tried again'))
      .finally(() => running.delete(lane.config_id));
    running.set(lane.config_id, { lane, ended });
  }

  const loop = startWorkLoop({
    work: async () => {
      const idle = (await findLanes(parts.pool, parts.clock())).filter(
        ({ config_id }) => !running.has(config_id),
      );
      for (const lane of idle) {
        const busy = [...running.values()];
        const failing = busy.filter((one) => one.lane.failures > 0).length;
        if (busy.length >= LANES) break;
        if (lane.failures === 0 || failing < FAILING_LANES) start(lane);
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
