import { existsSync } from 'node:fs';

/** The browser that tests and benches drive, where Debian's package puts it. */
export const CHROMIUM = '/usr/bin/chromium';

/** Whether it is installed: what needs it is skipped without. */
export const hasBrowser = existsSync(CHROMIUM);
