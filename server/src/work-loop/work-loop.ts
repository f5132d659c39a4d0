import { createAlarm } from './alarm.ts';

/** Works beside the requests until it is stopped. */
export interface WorkLoop {
  /** Finishes the portion at hand and stops. */
  stop(): Promise<void>;
}

export interface WorkLoopParts {
  /** Works off one portion. Answers whether more may be waiting. */
  readonly work: () => Promise<boolean>;
  /** How long it rests where nothing more waits, and after a failure, in ms. */
  readonly restMs: number;
  readonly onFailure: (error: unknown) => void;
  /** Tells of new work, which ends the rest; but not the one after a failure. Answers how to unsubscribe. */
  readonly subscribe?: (ring: () => void) => () => void;
}

/** Works off portion after portion, rests when there is nothing, and outlives every failure. */
export function startWorkLoop({ work, restMs, onFailure, subscribe }: WorkLoopParts): WorkLoop {
  const alarm = createAlarm();
  const unsubscribe = subscribe?.(alarm.ring);
  let stopping = false;

  async function run(): Promise<void> {
    while (!stopping) {
      const failed = await processQueued();
      if (!stopping) await alarm.atMost(restMs, { deaf: failed });
    }
  }

  async function processQueued(): Promise<boolean> {
    try {
      while (!stopping && (await work()));
      return false;
    } catch (error) {
      onFailure(error);
      return true;
    }
  }

  const running = run();
  return {
    async stop() {
      stopping = true;
      unsubscribe?.();
      alarm.stop();
      await running;
    },
  };
}
