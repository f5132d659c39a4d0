import type { CheckedLink } from './checked-link.ts';

/**
 * What to do where a host's file does not name the app: on the service's own host it has the apps of accounts that its
 * operator allows, on a domain all of its account's, so there another server's file is in the way.
 */
export function fixUnnamedApp({ isOnDomain, url }: CheckedLink, file: string): string {
  if (!isOnDomain)
    return 'Ask the operator for npm run admin -- allow-app-links, or wait for a minute after a change.';
  const { host } = new URL(url);
  return `Let the server of ${host} pass /.well-known/${file} on to the service as it is: the service’s own names every app of the account, a minute after a change.`;
}
