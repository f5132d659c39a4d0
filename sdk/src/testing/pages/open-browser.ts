import { keepBrowser } from '../chromium/open-browser.ts';

/**
 * The Chromium of this process with the back-forward cache that it has for people. Playwright waits in vain for a page that
 * comes from there.
 */
export const openBrowser = keepBrowser({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });
