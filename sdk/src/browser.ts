import { createClient } from './client/create-client.ts';
import { createBrowserPlatform } from './platform/browser/create-browser-platform.ts';

export { IllegalStateException } from './client/illegal-state-exception.ts';
export { type BrowserContext, createBrowserPlatform } from './platform/browser/create-browser-platform.ts';

/** The service serves this bundle as `/sdk.js`; loaded from there, it speaks to where it came from. */
function originOfBundle(): string | undefined {
  const source =
    document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : import.meta.url;
  return /^(https?:\/\/[^/]+)\/sdk\.js([?#].*)?$/.exec(source)?.[1];
}

/** The client of a page. */
export const Tributary = createClient(createBrowserPlatform, originOfBundle());
