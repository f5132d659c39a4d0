/**
 * The origin of a service that serves the SDK, from the address of the bundle that runs: `/sdk.js`, `/sdk.iife.js` or
 * one of these with a version. Loaded from there, the SDK sends to that origin.
 */
export function originOfBundle(address: string | undefined): string | undefined {
  return /^(https?:\/\/[^/]+)\/sdk(@[\w.-]+)?(\.iife)?\.js([?#].*)?$/.exec(address ?? '')?.[1];
}
