/** The result of `run`; undefined if it fails, as where the browser forbids access or there is no space. */
export function ifPossible<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
