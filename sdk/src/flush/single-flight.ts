/**
 * Lets one run of a task go on at a time. A call during a run is answered by one further run, which begins
 * when the present one ends, so that whatever was there at the call is seen by the run that answers it.
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
