/** Runs tasks one after another, in the order of the calls; a task that fails does not stop the next. */
export type RunSerially = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Creates an independent runner: tasks wait only for other tasks of the same runner. */
export function createSerialRunner(): RunSerially {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}
