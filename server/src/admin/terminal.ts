import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Where an operator reads and types. */
export interface Terminal {
  /** Writes one line. */
  print(line: string): void;
  /** Shows how far something is, in place of what it showed before; nothing where nobody watches. */
  progress(text: string): void;
  /** Asks for something that is not shown while it is typed; undefined where there is nobody to ask. */
  askSecret(question: string): Promise<string | undefined>;
}

/** For who only collects what is printed. */
export function nobodyWatches(print: (line: string) => void): Terminal {
  return { print, progress: () => {}, askSecret: async () => undefined };
}

/** Lines go to standard output, what is only for the eye to standard error. */
export function openTerminal({ stdin, stdout, stderr }: NodeJS.Process): Terminal {
  let shown = false;
  const clear = () => {
    if (shown) stderr.write('\r\x1b[K');
    shown = false;
  };
  return {
    print(line) {
      clear();
      stdout.write(`${line}\n`);
    },
    progress(text) {
      if (!stderr.isTTY) return;
      clear();
      stderr.write(text.slice(0, (stderr.columns || 80) - 1));
      shown = true;
    },
    async askSecret(question) {
      if (!stdin.isTTY || !stderr.isTTY) return undefined;
      clear();
      stderr.write(question);
      const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
      const reader = createInterface({ input: stdin, output: nowhere, terminal: true });
      // It has the terminal to itself meanwhile, and Ctrl-C with it.
      reader.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
      try {
        // The input may end before an answer.
        return await reader.question('').catch(() => undefined);
      } finally {
        reader.close();
        stderr.write('\n');
      }
    },
  };
}
