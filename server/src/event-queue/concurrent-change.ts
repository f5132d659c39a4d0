/** Somebody else stored what this transaction was about to: begun anew, it will see that. */
export class ConcurrentChange extends Error {
  override name = 'ConcurrentChange';
}
