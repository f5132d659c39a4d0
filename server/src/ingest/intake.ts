import { AppError } from '../errors.ts';

/** Bounds what all requests being worked on hold in memory together, whatever it is that they wait for. */
export class Intake {
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Runs `work` over a body of that size.
   *
   * @throws AppError OVERLOADED at once when too much is held already.
   */
  async admit<R>(bytes: number, work: () => Promise<R>): Promise<R> {
    if (this.#bytes + bytes > this.#maxBytes) {
      throw new AppError('OVERLOADED', 'too much is waiting to be stored; try again later', {
        retryAfter: 1,
      });
    }
    this.#bytes += bytes;
    try {
      return await work();
    } finally {
      this.#bytes -= bytes;
    }
  }
}
