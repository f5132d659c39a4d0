import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { CHROMIUM } from './chromium.ts';

const FLAGS = [
  '--no-sandbox',
  // Pages are drawn by the processor, and no process is there for that alone.
  '--disable-gpu',
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The Chromium of this process, started when it is first asked for: a start costs as much as ten pages. Nobody closes it,
 * only what they have opened in it; it ends with the process.
 */
export const openBrowser = keepBrowser();

/** Returns what starts a browser the first time, and gives the same one after that. */
export function keepBrowser(options: LaunchOptions = {}): () => Promise<Browser> {
  let kept: Promise<Browser> | undefined;
  return () => {
    if (kept === undefined) {
      kept = start(options);
      const forget = () => {
        kept = undefined;
      };
      // When it dies, whatever is in it fails at once; who asks next has another.
      kept.then((browser) => browser.once('disconnected', forget), forget);
    }
    return kept;
  };
}

function start(options: LaunchOptions): Promise<Browser> {
  // Vitest ends a worker by this signal; at its exit Playwright kills the browser and removes its profile.
  process.once('SIGTERM', () => process.exit(143));
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS, handleSIGTERM: false, ...options });
}
