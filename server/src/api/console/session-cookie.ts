import { baseUrl } from '../../platform/settings/base-url.ts';
import type { Config } from '../../platform/settings/config.ts';
import { CONSOLE_PATH } from '../../platform/settings/console-url.ts';

const NAME = 'tributary_console';
/** In s; whether the session still lasts, the service decides. */
const LONGEST = 30 * 86_400;
const VALUE = new RegExp(`(?:^|;)\\s*${NAME}=([\\w.%+/=-]{1,2048})\\s*(?:;|$)`);

type Address = Pick<Config, 'publicUrl' | 'host' | 'port'>;

/** The token in the console's cookie, if there is one. @param header the Cookie header */
export function tokenIn(header: string | undefined): string | undefined {
  return VALUE.exec(header ?? '')?.[1];
}

/** Has the browser keep the token, for the path of the console's session alone and out of reach of scripts. */
export function keepingCookie(config: Address, token: string): string {
  return `${NAME}=${token}; Max-Age=${LONGEST}; ${attributes(config)}`;
}

/** Has the browser forget the token. */
export function clearingCookie(config: Address): string {
  return `${NAME}=; Max-Age=0; ${attributes(config)}`;
}

function attributes(config: Address): string {
  const { protocol, pathname } = new URL(baseUrl(config));
  const path = `${pathname.replace(/\/$/, '')}${CONSOLE_PATH}/session`;
  return `Path=${path}; HttpOnly; SameSite=Strict${protocol === 'https:' ? '; Secure' : ''}`;
}
