import { createClient } from '../client/create-client.ts';
import { createBrowserPlatform } from '../platform/browser/create-browser-platform.ts';
import { originOfBundle } from './origin-of-bundle.ts';

// What the service serves as `/sdk.js`: the client of the page, as a module.

export { IllegalStateException } from '../client/illegal-state-exception.ts';

/** The client of the page. */
export const Tributary = createClient(createBrowserPlatform, originOfBundle(import.meta.url));
