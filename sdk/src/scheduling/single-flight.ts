import { createSerialRunner } from './run-serially.ts';

/**
 * Allows one run of a task at a time. Calls during a run share one further run, which starts when the current one
 * ends, so that each caller's run sees everything that was there at the time of the call.
 */
export function singleFlight(task: () => Promise<void>): () => Promise<void> {
  const serially = createSerialRunner();
  let next: Promise<void> | undefined;
  return () => {
    next ??= serially(() => {
      next = undefined;
      return task();
    });
    return next;
  };
}
