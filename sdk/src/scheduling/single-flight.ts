/**
 * Allows one run of a task at a time. Calls during a run share one further run, which starts when the current one
 * ends, so that each caller's run sees everything that was there at the time of the call.
 */
export function singleFlight(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let following: Promise<void> | undefined;

  function start(): Promise<void> {
    running = task().finally(() => {
      running = undefined;
    });
    return running;
  }

  return () => {
    if (!running) return start();
    following ??= running
      .catch(() => undefined)
      .then(() => {
        following = undefined;
        return start();
      });
    return following;
  };
}
