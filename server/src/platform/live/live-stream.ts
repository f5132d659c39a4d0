import { type LiveMessage, skipped } from './live-message.ts';

/** Messages that wait for a slow reader; what comes then is only counted. */
const MOST_WAITING = 200;

/** Messages of one app for one reader. */
export class LiveStream {
  private readonly waiting: LiveMessage[] = [];
  private dropped = 0;
  private wake = () => {};
  /** Once it has ended nothing more comes. */
  ended = false;
  readonly appId: string;
  private readonly release: () => void;

  /** @param release what is to be done when the reader leaves. */
  constructor(appId: string, release: () => void) {
    this.appId = appId;
    this.release = release;
  }

  push(message: LiveMessage): void {
    if (this.waiting.length < MOST_WAITING) this.waiting.push(message);
    else this.dropped += message.count;
    this.wake();
  }

  /** What waits, as soon as there is something; nothing after so many ms, or when the stream or the signal ends. */
  async take(maxMs: number, signal: AbortSignal): Promise<LiveMessage[]> {
    if (this.waiting.length === 0 && !this.ended && !signal.aborted) await this.pushed(maxMs, signal);
    const taken = this.waiting.splice(0);
    const last = taken.at(-1);
    if (this.dropped > 0 && last) taken.push(skipped(this.appId, last.at, this.dropped));
    this.dropped = 0;
    return taken;
  }

  private async pushed(maxMs: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.wake = resolve;
    const timer = setTimeout(resolve, maxMs);
    const onAbort = () => resolve();
    signal.addEventListener('abort', onAbort, { once: true });
    await promise;
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }

  /** Ends it; calling it again does nothing. */
  end(): void {
    if (this.ended) return;
    this.ended = true;
    this.release();
    this.wake();
  }
}
