import { type LiveMessage, skipped } from './live-message.ts';

/** Of an app, in a second. Anyone can make refused ones. */
const MOST_PER_SECOND = { rejected: 10, taken: 50 };
const SECOND_MS = 1000;

interface Second {
  rejected: number;
  taken: number;
  skipped: number;
  /** When the last one arrived, Unix ms. */
  at: number;
}

/** Passes on a few messages of each app a second, and at the second's end how many it held back. */
export interface LivePace {
  offer(message: LiveMessage): void;
  close(): void;
}

export function createLivePace(pass: (message: LiveMessage) => void): LivePace {
  const seconds = new Map<string, Second>();
  let timer: NodeJS.Timeout | undefined;

  function endSecond(): void {
    timer = undefined;
    const ended = [...seconds];
    seconds.clear();
    for (const [appId, second] of ended)
      if (second.skipped > 0) pass(skipped(appId, second.at, second.skipped));
  }
  return {
    offer(message) {
      const kind = message.status === 'rejected' ? 'rejected' : 'taken';
      const second = seconds.get(message.app_id) ?? { rejected: 0, taken: 0, skipped: 0, at: 0 };
      second.at = message.at;
      seconds.set(message.app_id, second);
      timer ??= setTimeout(endSecond, SECOND_MS).unref();
      if (message.status === 'skipped') second.skipped += message.count;
      else if (++second[kind] > MOST_PER_SECOND[kind]) second.skipped++;
      else pass(message);
    },
    close: () => clearTimeout(timer),
  };
}
