import type { DeferredDeepLink } from '../deferred-deep-link.ts';

/**
 * What opened the app: a link, nothing that leads anywhere, or something that cannot be told. `isDeferred` is true for
 * the link that led to the install, at the first start after it. Reasons: `network` (no answer), `service` (the service
 * refused) and, of `getInitialLink` alone, `timeout`.
 */
export type Opening =
  | ({ kind: 'link'; isDeferred: boolean } & DeferredDeepLink)
  | { kind: 'none' }
  | { kind: 'error'; reason: 'network' | 'service' | 'timeout' };

export type DeepLinkListener = (opening: Opening) => void;

export const NONE: Opening = { kind: 'none' };
