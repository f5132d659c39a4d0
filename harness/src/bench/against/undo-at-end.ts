import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What is to be undone at the end, the last first. */
export interface Undoing {
  add(undo: () => unknown): void;
  run(): Promise<void>;
}

/** Undoes at the end, and also if a signal ends the program, whatever it is doing. */
export function createUndoing(): Undoing {
  const steps: (() => unknown)[] = [];
  let ending: Promise<void> | undefined;
  const undoAll = async () => {
    for (let undo = steps.pop(); undo !== undefined; undo = steps.pop()) {
      try {
        await undo();
      } catch (error) {
        process.stderr.write(`${(error as Error).message}\n`);
      }
    }
  };
  const run = () => {
    ending ??= undoAll();
    return ending;
  };
  // The terminal and the launcher each send one: those after the first are ignored.
  const onSignal = (signal: NodeJS.Signals) =>
    void run().then(() => process.exit(128 + constants.signals[signal]));
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    add: (undo) => void steps.push(undo),
    async run() {
      await run();
      for (const signal of SIGNALS) process.off(signal, onSignal);
    },
  };
}
