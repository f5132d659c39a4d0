import { linkKey } from '../../../platform/store/changes/link-key.ts';
import type { KnownDomain } from '../../domains/hosts/known-domain.ts';
import { isSlug } from '../../slug.ts';
import { toOldPath } from './old-path.ts';

/** What caches call the links that a visit may mean, the likeliest first. */
export type VisitKeys = readonly string[];

const NONE: VisitKeys = [];
const BELOW_L = /^\/l\/([^/?]+)$/i;

/** A slug on the service's own host (null) or on a domain; QR codes are smaller in capitals, so the case does not count. */
export function keysOfSlug(domain: KnownDomain | null, given: string): VisitKeys {
  const slug = given.toLowerCase();
  return isSlug(slug) ? [linkKey(domain?.id, slug)] : NONE;
}

/**
 * A path on a domain, with its query: one that a link had elsewhere, whose case counts, or a slug in any case, with or
 * without `/l` before it.
 *
 * @param target `/spring?utm_source=x`
 */
export function keysOnDomain({ id, hasQueryPaths }: KnownDomain, target: string): VisitKeys {
  const at = target.indexOf('?');
  const whole = at === -1 || !hasQueryPaths ? null : toOldPath(target);
  const path = toOldPath(at === -1 ? target : target.slice(0, at));
  const slug = BELOW_L.exec(path ?? '')?.[1];
  const exact = slug === undefined ? null : `/${slug}`;
  const paths = [whole, exact, path, slugInCapitals(exact ?? path)];
  return paths.filter((candidate) => candidate !== null).map((candidate) => `${id}${candidate}`);
}

/** The path of a slug in small letters, where it was given in others. Null for what no slug can be, such as `/A/B`. */
function slugInCapitals(path: string | null): string | null {
  const lower = path?.toLowerCase() ?? null;
  return lower !== path && isSlug(lower?.slice(1) ?? '') ? lower : null;
}
