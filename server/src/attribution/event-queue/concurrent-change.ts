/** Another transaction stored what this one was about to store: run again, it will see that. */
export class ConcurrentChange extends Error {
  override name = 'ConcurrentChange';
}
