/** Where an erasure stands that has erased everything once, and waits for what an instance may store until it looks again. */
export const LOOKS_AGAIN = { again: true };

/**
 * SQL for a row of `erasures` that is yet to begin or half done. One that only waits to look again is neither: others need
 * not wait for that with it.
 */
export const ERASURE_UNDER_WAY = `erasures.due_at is not null and erasures.position <> '${JSON.stringify(LOOKS_AGAIN)}'`;

/** Whether an erasure stands where it only waits to look again. */
export function looksAgain(position: unknown): boolean {
  const { again, step } = position as { readonly again?: boolean; readonly step?: unknown };
  return again === true && step === undefined;
}
