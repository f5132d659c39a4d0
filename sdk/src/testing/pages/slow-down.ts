import type { Page } from 'playwright-core';

/** Slows the page's processor down, as on a cheap phone. */
export async function slowDown(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
}
