/** Below it stands a slug. */
export const SHORT_PATH = '/l';
/** Here the query names the slug. */
export const LONG_PATHS = ['/v1/deep-link', '/functions/v1/deep-link'] as const;

/** The paths of the service's own host at which links are followed, or below which they are. On a domain every path may be. */
const FOLLOWING = [SHORT_PATH, ...LONG_PATHS];

/** Whether the service may follow a link at a path of its own host. @param path `/l/spring`: nothing encoded, no query */
export function followsLinks(path: string): boolean {
  const asked = `${path.toLowerCase()}/`;
  return FOLLOWING.some((following) => asked.startsWith(`${following}/`));
}
