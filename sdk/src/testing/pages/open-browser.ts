import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';

/** Whether the browser that the tests drive is installed. */
export const hasBrowser = existsSync(CHROMIUM);

/** Starts Chromium, with the back-forward cache that it has for people. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-quic'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
}

/** Slows the page's processor down, as on a cheap phone. */
export async function slowDown(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
}
