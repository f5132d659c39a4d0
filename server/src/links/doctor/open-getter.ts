import { createGetter, type Getter } from '../../platform/net/outbound/create-getter.ts';
import { createResolver } from '../../platform/net/outbound/resolve-name.ts';
import type { Config } from '../../platform/settings/config.ts';
import { ASSET_LINKS_BYTES } from '../association/association-limits.ts';

declare module '../../platform/services.ts' {
  interface Services {
    /** Reads what `check_link` looks at, from the public internet. */
    readonly getter: Getter;
  }
}

const TIMEOUT_MS = 5000;

/** Opens what reads from other hosts. */
export function openGetter({ allowLoopbackPostbacks }: Pick<Config, 'allowLoopbackPostbacks'>): Getter {
  return createGetter({
    resolve: createResolver(),
    allowLoopback: allowLoopbackPostbacks,
    timeoutMs: TIMEOUT_MS,
    // Of all that a check reads, an `assetlinks.json` may be the longest.
    maxBytes: ASSET_LINKS_BYTES,
  });
}
