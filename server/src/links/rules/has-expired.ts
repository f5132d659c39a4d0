import type { LinkSpecial } from './link-special.ts';

/** Whether a link leads on no longer. `now` is in Unix ms. */
export function hasExpired({ expiresAt }: Pick<LinkSpecial, 'expiresAt'>, now: number): boolean {
  return expiresAt !== null && now >= expiresAt;
}
