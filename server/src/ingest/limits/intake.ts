import { AppError } from '../../errors.ts';

/** What one request holds of the intake. */
export interface IntakePlace {
  /** @throws AppError OVERLOADED at once, and takes nothing, when all requests hold too much together. */
  take(bytes: number): void;
  /** Gives back all that it took. */
  leave(): void;
}

/** Bounds the memory that all requests in progress hold together, whatever they are waiting for. */
export class Intake {
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** A place for one request, which must leave it. */
  openPlace(): IntakePlace {
    let held = 0;
    return {
      take: (bytes) => {
        if (this.#bytes + bytes > this.#maxBytes) {
          throw new AppError('OVERLOADED', 'too much is waiting to be stored; try again later', {
            retryAfter: 1,
          });
        }
        this.#bytes += bytes;
        held += bytes;
      },
      leave: () => {
        this.#bytes -= held;
        held = 0;
      },
    };
  }
}
