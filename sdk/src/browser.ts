import { createClient } from './client/create-client.ts';
import { createBrowserPlatform } from './platform/browser/create-browser-platform.ts';

export { IllegalStateException } from './client/illegal-state-exception.ts';
export { type BrowserContext, createBrowserPlatform } from './platform/browser/create-browser-platform.ts';

/** The service serves this bundle as `/sdk.js`; loaded from there, the SDK sends to that origin. */
function originOfBundle(): string | undefined {
  const source =
    document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : import.meta.url;
  return /^(https?:\/\/[^/]+)\/sdk\.js([?#].*)?$/.exec(source)?.[1];
}

/** The client of the page. */
export const Tributary = createClient(createBrowserPlatform, originOfBundle());
