import { createAlarm } from './alarm.ts';

/** Runs in the background until it is stopped. */
export interface WorkLoop {
  /** Finishes the current portion and stops. */
  stop(): Promise<void>;
}

export interface WorkLoopParts {
  /** Processes one portion. Returns whether more may be waiting. */
  readonly work: () => Promise<boolean>;
  /** The pause when nothing is waiting, and after a failure, in ms. */
  readonly restMs: number;
  readonly onFailure: (error: unknown) => void;
  /**
   * Subscribes to new work, which ends a pause, except the one after a failure. Returns a function that unsubscribes.
   */
  readonly subscribe?: (ring: () => void) => () => void;
}

/** Processes portion after portion, pauses when there is none, and survives every failure. */
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
