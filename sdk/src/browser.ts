import { createClient } from './client/create-client.ts';
import { onePerProgram } from './client/one-per-program.ts';
import { type BrowserContext, createBrowserPlatform } from './platform/browser/create-browser-platform.ts';
import { createInertPlatform } from './platform/create-inert-platform.ts';

export { IllegalStateException } from './client/illegal-state-exception.ts';
export type { EventMap, WithEvents } from './client/with-events.ts';
export { type BrowserContext, createBrowserPlatform } from './platform/browser/create-browser-platform.ts';

/** Whether this is a page or a worker; while a page is rendered on a server it is neither. */
const isBrowser = () => 'document' in globalThis || 'WorkerGlobalScope' in globalThis;

/** The client of the page. While the page is rendered on a server, it records and sends nothing. */
// Pure, so that a bundler drops it from a page that only takes the platform.
export const Tributary = /* @__PURE__ */ onePerProgram('browser', () =>
  createClient((context: BrowserContext) =>
    isBrowser() ? createBrowserPlatform(context) : createInertPlatform(),
  ),
);
