const FIRST_CAPACITY = 16_384;

/**
 * Collects a body in one buffer that grows with it. A list of its chunks would cost hundreds of bytes for each, and it
 * is the client who cuts them.
 */
export class BodyBuffer {
  readonly #limit: number;
  readonly #grow: (bytes: number) => void;
  #buffer: Uint8Array = new Uint8Array();
  #size = 0;
  /** How much has arrived, in bytes, including what is above the limit and was not kept. */
  received = 0;

  /**
   * @param limit bytes, inclusive: of a larger body nothing is kept.
   * @param grow called before more memory is taken, with how many bytes; may throw.
   */
  constructor(limit: number, grow: (bytes: number) => void) {
    this.#limit = limit;
    this.#grow = grow;
  }

  /** By how many bytes the body is too large. */
  get excess(): number {
    return Math.max(0, this.received - this.#limit);
  }

  add(chunk: Uint8Array): void {
    this.received += chunk.length;
    if (this.excess > 0) {
      this.#buffer = new Uint8Array();
      return;
    }
    // Most bodies arrive in one piece, which needs no copy.
    if (this.#size === 0) {
      this.#grow(chunk.length);
      this.#buffer = chunk;
    } else {
      this.#makeRoom(this.#size + chunk.length);
      this.#buffer.set(chunk, this.#size);
    }
    this.#size = this.received;
  }

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#size);
  }

  #makeRoom(size: number): void {
    const capacity = this.#buffer.length;
    if (size <= capacity) return;
    const wanted = Math.max(size, Math.min(this.#limit, Math.max(FIRST_CAPACITY, 2 * capacity)));
    this.#grow(wanted - capacity);
    const grown = new Uint8Array(new ArrayBuffer(wanted));
    grown.set(this.#buffer.subarray(0, this.#size));
    this.#buffer = grown;
  }
}
