import { randomUUID } from 'node:crypto';

/** Where the bytes of a document are. */
interface DocumentBytes {
  readonly size: number;
  /** Reads from a position; empty at the end. */
  read(position: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Lets go of them; may be called more than once. */
  close(): Promise<void>;
}

/** A reader who takes less than this within a minute is too slow: what they hold is needed for others. */
const LEAST_BYTES = 1024 * 1024;
const MAX_IDLE_MS = 60_000;

/**
 * A procedure's answer that is too large for memory: JSON on one line, kept elsewhere, read once. Whoever gets one
 * streams it or discards it; left alone for a minute, it discards itself.
 */
export class SpooledDocument {
  readonly size: number;
  readonly #bytes: DocumentBytes;
  readonly #marker = `spooled ${randomUUID()}`;
  readonly #maxIdleMs: number;
  #idle: NodeJS.Timeout | undefined;
  /** What had been taken when its time began, in bytes. */
  #takenBefore = 0;
  /** How much of it has been taken, in bytes. */
  taken = 0;

  constructor(bytes: DocumentBytes, maxIdleMs = MAX_IDLE_MS) {
    this.#bytes = bytes;
    this.size = bytes.size;
    this.#maxIdleMs = maxIdleMs;
    this.#beginTime();
  }

  /** What stands for it in JSON that is written as a whole, as of a batch; see `write`. */
  toJSON(): string {
    return this.#marker;
  }

  /** The JSON text of `toJSON()`. */
  get placeholder(): string {
    return JSON.stringify(this.#marker);
  }

  /**
   * Its bytes. They are let go of when they are read, when the reader leaves, and when it takes less than 1 MB in a
   * minute.
   */
  async *chunks(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    try {
      while (this.taken < this.size) {
        const chunk = await this.#bytes.read(this.taken);
        if (chunk.length === 0) throw new Error('a spooled document broke off');
        this.taken += chunk.length;
        // Before the last bytes leave: their reader may ask for the next document at once.
        if (this.taken >= this.size) await this.discard();
        else if (this.taken - this.#takenBefore >= LEAST_BYTES) this.#beginTime();
        yield chunk;
      }
    } finally {
      await this.discard();
    }
  }

  async discard(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#bytes.close();
  }

  #beginTime(): void {
    clearTimeout(this.#idle);
    this.#takenBefore = this.taken;
    this.#idle = setTimeout(() => void this.discard(), this.#maxIdleMs).unref();
  }
}

/**
 * A body of chunks, of which the next is made when the client has taken the last.
 *
 * @param release called when the client leaves, also before it took anything.
 */
export function streamOf(
  chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>,
  release: () => Promise<unknown>,
): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return(undefined);
        await release();
      },
    },
    { highWaterMark: 0 },
  );
}
