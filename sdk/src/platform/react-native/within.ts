/** The result of a native call, or undefined if it fails or takes longer than `ms`: some never answer. */
export function within<Result>(ms: number, call: () => Promise<Result>): Promise<Result | undefined> {
  return new Promise((resolve) => {
    const giveUp = () => resolve(undefined);
    const timer = setTimeout(giveUp, ms);
    // Within a promise, so that a call that throws counts as one that fails.
    Promise.resolve()
      .then(call)
      .then(resolve, giveUp)
      .finally(() => clearTimeout(timer));
  });
}
