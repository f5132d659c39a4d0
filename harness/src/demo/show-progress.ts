import type { Tally } from './play/tally.ts';

/** Where the demo prints; `isTTY` for a terminal. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

export interface Progress {
  update(share: number, tally: Readonly<Tally>): void;
  /** Ends the line that is updated. */
  end(): void;
}

const WIDTH = 24;
const REDRAW_MS = 100;
/** Without a terminal, a line is printed each time that this share has been played. */
const LINE_EVERY = 0.2;

/** Shows how far the story is: one line that is updated on a terminal, else a few plain lines. */
export function showProgress(output: Output, days: number): Progress {
  const line = (share: number, { installs, events, payments }: Readonly<Tally>) =>
    `day ${Math.min(days, Math.floor(share * days) + 1)} of ${days}: ` +
    `installs ${installs}, events ${events}, payments ${payments}`;
  return output.isTTY ? onTerminal(output, line) : inPlainLines(output, line);
}

type Describe = (share: number, tally: Readonly<Tally>) => string;

function onTerminal(output: Output, describe: Describe): Progress {
  let drawnAt = Number.NEGATIVE_INFINITY;
  let isOpen = false;
  return {
    update(share, tally) {
      const now = performance.now();
      if (share < 1 && now - drawnAt < REDRAW_MS) return;
      drawnAt = now;
      isOpen = true;
      const filled = Math.round(share * WIDTH);
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
      output.write(`\r\x1b[K${bar} ${describe(share, tally)}`);
    },
    end() {
      if (isOpen) output.write('\n');
      isOpen = false;
    },
  };
}

function inPlainLines(output: Output, describe: Describe): Progress {
  let next = LINE_EVERY;
  return {
    update(share, tally) {
      if (share < next) return;
      while (next <= share) next += LINE_EVERY;
      output.write(`${describe(share, tally)}\n`);
    },
    end() {},
  };
}
