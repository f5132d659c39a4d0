import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM } from '../chromium.ts';

let kept: Promise<Browser> | undefined;

/**
 * The Chromium of this process, with the back-forward cache that it has for people, started when it is first asked for: a start costs as much as ten pages.
 * Nobody closes it, only what they have opened in it; it ends with the process.
 */
export function openBrowser(): Promise<Browser> {
  kept ??= start();
  return kept;
}

function start(): Promise<Browser> {
  // Vitest ends a worker by this signal; at its exit Playwright kills the browser and removes its profile.
  process.once('SIGTERM', () => process.exit(143));
  const started = chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    handleSIGTERM: false,
  });
  const forget = () => {
    kept = undefined;
  };
  // When it dies, whatever is in it fails at once; who asks next has another.
  started.then((browser) => browser.once('disconnected', forget), forget);
  return started;
}

/** Slows the page's processor down, as on a cheap phone. */
export async function slowDown(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
}
