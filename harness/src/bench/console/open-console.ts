import { CHROMIUM } from '@tributary/sdk/testing/chromium/chromium';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

/** The console in a browser, for someone who is signed in. */
export interface OpenedConsole {
  readonly origin: string;
  readonly browser: Browser;
  /** A person who has not been there yet: nothing of the console is in the browser's cache. */
  visit(): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** The caller closes it. @param token the person's */
export async function openConsole(origin: string, token: string): Promise<OpenedConsole> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
  return {
    origin,
    browser,
    async visit() {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      // As the page of sign-in does.
      const taken = await context.request.post(`${origin}/console/session`, {
        headers: { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' },
      });
      if (!taken.ok()) throw new Error(`no session: ${taken.status()} ${await taken.text()}`);
      return context;
    },
    close: () => browser.close(),
  };
}
