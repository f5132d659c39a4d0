import { AppError } from '../errors.ts';

/** Bounds what all requests being worked on hold in memory together, whatever it is that they wait for. */
export class Intake {
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Lets a body of that size in. Who was let in must leave again.
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
