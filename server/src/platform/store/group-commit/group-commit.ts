import { describeOutage } from '../../errors/describe-outage.ts';
import { AppError } from '../../errors/errors.ts';

export interface GroupCommitSettings {
  /** The number of items that fill a commit. */
  readonly fullAt: number;
  /** Commits in progress at the same time. */
  readonly commitsAtOnce: number;
  /** How long items that do not fill a commit wait for more while another commit is in progress, in ms. */
  readonly lingerMs: number;
  /** The most items held, waiting or being committed; more are refused. */
  readonly maxItems: number;
  /**
   * Items that have waited longer than this when a commit fails are failed too, in ms: the next commit would hang as
   * well.
   */
  readonly maxWaitMs: number;
}

interface Submission<T, R> {
  readonly items: readonly T[];
  readonly since: number;
  readonly resolve: (results: R[]) => void;
  readonly reject: (error: AppError) => void;
}

const RETRY_AFTER_S = 1;

/** Collects items from many requests, so that they share one commit. */
export class GroupCommit<T, R> {
  readonly #commit: (items: T[]) => Promise<R[]>;
  readonly #settings: GroupCommitSettings;
  readonly #clock: () => number;
  #waiting: Submission<T, R>[] = [];
  #waitingItems = 0;
  #heldItems = 0;
  #underWay = 0;
  #closing = false;
  #cancelWake: (() => void) | undefined;
  #whenIdle: (() => void)[] = [];

  /**
   * @param commit stores all of the given items and returns one result for each, in order, or throws if that is not
   * certain.
   * @param clock ms.
   */
  constructor(commit: (items: T[]) => Promise<R[]>, settings: GroupCommitSettings, clock: () => number) {
    this.#commit = commit;
    this.#settings = settings;
    this.#clock = clock;
  }

  /** Items waiting or being committed. */
  get held(): number {
    return this.#heldItems;
  }

  /**
   * Stores items; resolves after the commit, with one result per item, in the same order.
   *
   * @throws AppError OVERLOADED at once when too much is waiting, and when the database cannot be reached. Items may
   * have been stored even then, so storing them again must be idempotent.
   */
  async submit(items: readonly T[]): Promise<R[]> {
    if (items.length === 0) return [];
    if (this.#closing) throw unavailable('the service is stopping');
    if (this.#heldItems + items.length > this.#settings.maxItems) {
      throw unavailable('too much is waiting to be stored');
    }
    this.#heldItems += items.length;
    this.#waitingItems += items.length;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ items, since: this.#clock(), resolve, reject });
      this.#consider();
    });
  }

  /** Takes nothing more, and resolves when everything taken is stored or failed. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#consider();
    if (this.#heldItems > 0) await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  /**
   * Starts a commit if one is due. Many small commits cost far more than a few large ones: with none in progress, it
   * waits only for what arrives in the same tick; otherwise a little longer.
   */
  #consider(): void {
    const { commitsAtOnce, fullAt, lingerMs } = this.#settings;
    if (this.#waiting.length === 0 || this.#underWay === commitsAtOnce) return;
    const isAlone = this.#underWay === 0;
    const start = () => this.#start();
    if (this.#closing || this.#waitingItems >= fullAt) start();
    else if (this.#cancelWake !== undefined) return;
    else if (isAlone) {
      const wake = setImmediate(start);
      this.#cancelWake = () => clearImmediate(wake);
    } else {
      const wake = setTimeout(start, lingerMs);
      this.#cancelWake = () => clearTimeout(wake);
    }
  }

  #start(): void {
    this.#cancelWake?.();
    this.#cancelWake = undefined;
    if (this.#waiting.length === 0 || this.#underWay === this.#settings.commitsAtOnce) return;
    void this.#run(this.#take());
    this.#consider();
  }

  #take(): Submission<T, R>[] {
    let count = 0;
    let items = 0;
    for (const submission of this.#waiting) {
      if (items >= this.#settings.fullAt) break;
      count++;
      items += submission.items.length;
    }
    this.#waitingItems -= items;
    return this.#waiting.splice(0, count);
  }

  async #run(batch: Submission<T, R>[]): Promise<void> {
    this.#underWay++;
    try {
      handOut(batch, await this.#commit(batch.flatMap(({ items }) => items)));
    } catch (cause) {
      giveUp([...batch, ...this.#takeOverdue()], cause);
    }
    this.#underWay--;
    this.#heldItems -= itemsIn(batch);
    // What is waiting has waited for this one.
    if (this.#underWay === 0) this.#start();
    else this.#consider();
    if (this.#heldItems === 0) for (const idle of this.#whenIdle.splice(0)) idle();
  }

  #takeOverdue(): Submission<T, R>[] {
    const deadline = this.#clock() - this.#settings.maxWaitMs;
    const late = this.#waiting.filter(({ since }) => since < deadline);
    this.#waiting = this.#waiting.filter(({ since }) => since >= deadline);
    this.#waitingItems -= itemsIn(late);
    this.#heldItems -= itemsIn(late);
    return late;
  }
}

function itemsIn<T, R>(batch: readonly Submission<T, R>[]): number {
  return batch.reduce((sum, { items }) => sum + items.length, 0);
}

function handOut<T, R>(batch: readonly Submission<T, R>[], results: readonly R[]): void {
  let from = 0;
  for (const { items, resolve } of batch) {
    resolve(results.slice(from, from + items.length));
    from += items.length;
  }
}

function giveUp<T, R>(batch: readonly Submission<T, R>[], cause: unknown): void {
  for (const { reject } of batch) reject(unavailable(describeOutage(cause), cause));
}

function unavailable(reason: string, cause?: unknown): AppError {
  return new AppError('OVERLOADED', `${reason}; try again later`, { retryAfter: RETRY_AFTER_S, cause });
}
