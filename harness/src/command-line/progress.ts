const BETWEEN_LINES_MS = 10_000;

/** Shows how far something is: one line that is rewritten on a terminal, else a line now and then. */
export interface Progress {
  show(text: string): void;
  end(): void;
}

/** Progress on a stream, at most ten times a second on a terminal and every ten seconds elsewhere. */
export function createProgress(out: NodeJS.WriteStream): Progress {
  let last = 0;
  let isShown = false;
  return {
    show(text) {
      const now = Date.now();
      if (now - last < (out.isTTY ? 100 : BETWEEN_LINES_MS)) return;
      last = now;
      isShown = true;
      out.write(out.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
    },
    end() {
      if (isShown && out.isTTY) out.write('\r\u001b[K');
    },
  };
}
