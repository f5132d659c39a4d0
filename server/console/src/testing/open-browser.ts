import { CHROMIUM } from '@tributary/sdk/testing/chromium';
import { type Browser, chromium } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let kept: Promise<Browser> | undefined;

/**
 * The Chromium of this process, started when it is first asked for: a start costs as much as two pages.
 * Nobody closes it, only what they have opened in it; it ends with the process.
 */
export function openBrowser(): Promise<Browser> {
  kept ??= start();
  return kept;
}

function start(): Promise<Browser> {
  // Vitest ends a worker by this signal; at its exit Playwright kills the browser and removes its profile.
  process.once('SIGTERM', () => process.exit(143));
  const started = chromium.launch({ executablePath: CHROMIUM, args: FLAGS, handleSIGTERM: false });
  const forget = () => {
    kept = undefined;
  };
  // When it dies, whatever is in it fails at once; who asks next has another.
  started.then((browser) => browser.once('disconnected', forget), forget);
  return started;
}
