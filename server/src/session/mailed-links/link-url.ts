import { baseUrl } from '../../base-url.ts';
import type { Config } from '../../config.ts';
import { AUTH_BASE_PATH } from '../library/auth.ts';

type Address = Pick<Config, 'publicUrl' | 'host' | 'port'>;

/** Path of our page for setting a new password. The token follows a `#`, so that browsers never send it to a server. */
export const RESET_PAGE_PATH = '/reset-password';

/** @param redirectTo the client's own page for a new password; without one it is ours */
export function resetUrl(config: Address, redirectTo: string | undefined, token: string): string {
  return redirectTo === undefined
    ? `${baseUrl(config)}${RESET_PAGE_PATH}#${token}`
    : `${authUrl(config)}/reset-password/${token}?callbackURL=${encodeURIComponent(redirectTo)}`;
}

/** @param callbackUrl where it leads when it was followed */
export function verifyUrl(config: Address, callbackUrl: string, token: string): string {
  return `${authUrl(config)}/verify-email?token=${token}&callbackURL=${encodeURIComponent(callbackUrl)}`;
}

function authUrl(config: Address): string {
  return new URL(baseUrl(config)).origin + AUTH_BASE_PATH;
}
