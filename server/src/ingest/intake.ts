import { AppError } from '../errors.ts';

/** Bounds the memory that all requests in progress hold together, whatever they are waiting for. */
export class Intake {
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Admits a body of that size; `leave` must be called for it later.
   *
   * @throws AppError OVERLOADED at once when too much is held already.
   */
  enter(bytes: number): void {
    if (this.#bytes + bytes > this.#maxBytes) {
      throw new AppError('OVERLOADED', 'too much is waiting to be stored; try again later', {
        retryAfter: 1,
      });
    }
    this.#bytes += bytes;
  }

  leave(bytes: number): void {
    this.#bytes -= bytes;
  }
}
