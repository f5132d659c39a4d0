import { createClient } from '../client/create-client.ts';
import { createBrowserPlatform } from '../platform/browser/create-browser-platform.ts';
import { originOfBundle } from './origin-of-bundle.ts';

// What the service serves as `/sdk.iife.js`: a classic script that defines `window.Tributary`, the client of the page.

// A worker has no document.
const script = globalThis.document?.currentScript as HTMLScriptElement | null;

// One that is there already goes on, as where a tag manager loads the script a second time.
(globalThis as { Tributary?: unknown }).Tributary ??= createClient(
  createBrowserPlatform,
  originOfBundle(script?.src),
);
