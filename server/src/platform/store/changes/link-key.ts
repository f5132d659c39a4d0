/**
 * What caches call a link: its slug on the service's own host, which has no slash; on a domain its id and a path, which
 * may also be one that the link had elsewhere.
 */
export function linkKey(domainId: string | null | undefined, slug: string): string {
  return domainId ? `${domainId}/${slug}` : slug;
}
