import { baseUrl } from '../../../settings/base-url.ts';
import type { Config } from '../../../settings/config.ts';
import { consoleUrl } from '../../../settings/console-url.ts';
import { AUTH_BASE_PATH } from '../library/auth-base-path.ts';

type Address = Pick<Config, 'publicUrl' | 'host' | 'port'>;

/**
 * @param redirectTo the client's own page for a new password; without one it is the console's, where the token follows a
 * `#`, so that browsers never send it to a server
 */
export function resetUrl(config: Address, redirectTo: string | undefined, token: string): string {
  return redirectTo === undefined
    ? `${consoleUrl(config, '/reset-password')}#${token}`
    : `${authUrl(config)}/reset-password/${token}?callbackURL=${encodeURIComponent(redirectTo)}`;
}

/** @param callbackUrl where it leads when it was followed */
export function verifyUrl(config: Address, callbackUrl: string, token: string): string {
  return `${authUrl(config)}/verify-email?token=${token}&callbackURL=${encodeURIComponent(callbackUrl)}`;
}

/** Where the console signs a person in; the token follows a `#`. */
export function signInUrl(config: Address, token: string): string {
  return `${baseUrl(config)}/console/sign-in#${token}`;
}

function authUrl(config: Address): string {
  return baseUrl(config) + AUTH_BASE_PATH;
}
