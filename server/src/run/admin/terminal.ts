import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** The operator's input and output. */
export interface Terminal {
  /** Writes one line. */
  print(line: string): void;
  /** Shows progress, replacing what it showed before; does nothing if output is not a terminal. */
  progress(text: string): void;
  /** Asks for input that is not echoed; undefined if there is no terminal. */
  askSecret(question: string): Promise<string | undefined>;
}

/** A terminal without a person: it only prints. */
export function unattended(print: (line: string) => void): Terminal {
  return { print, progress: () => {}, askSecret: async () => undefined };
}

/** Lines go to standard output, progress and questions to standard error. */
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
      // readline owns the terminal meanwhile and receives Ctrl-C.
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
