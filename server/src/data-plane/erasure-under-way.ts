/** Where an erasure stands that has erased everything once, and waits for what an instance may store until it looks again. */
export const LOOKS_AGAIN = { again: true };

/**
 * SQL for an erasure that is yet to begin or half done. One that only waits to look again is neither: others need not wait
 * for that with it.
 *
 * @param of its table's alias.
 */
export const isUnderWay = (of: string) =>
  `${of}.due_at is not null and ${of}.position <> '${JSON.stringify(LOOKS_AGAIN)}'`;
