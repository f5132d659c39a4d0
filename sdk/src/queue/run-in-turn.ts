/** Runs tasks one after another, in the order asked for; a task that fails does not stop the next. */
export type RunInTurn = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** A line of its own: tasks given to one line wait for each other and for no one else. */
export function createRunInTurn(): RunInTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task, task);
    last = result.catch(() => undefined);
    return result;
  };
}
