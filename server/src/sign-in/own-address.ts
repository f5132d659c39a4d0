import { baseUrl } from '../base-url.ts';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';

/** Two slashes make a host of what follows, and an encoded one becomes a slash wherever a path is decoded. */
const LEADS_ELSEWHERE = /^\/\/|%(25)*(2f|5c)/i;
/** Browsers read these as slashes, or as nothing. */
const UNSAFE = /[\\\p{Cc}]/u;

/**
 * An address of this service that a request names, as a path or in full. It is normalised first and checked afterwards:
 * `/..//elsewhere` and `/.//elsewhere` lead to another host only then.
 *
 * @param field the parameter's name
 * @returns the address in full
 * @throws AppError FORBIDDEN naming the field
 */
export function ownAddress(
  config: Pick<Config, 'publicUrl' | 'host' | 'port'>,
  field: string,
  given: string,
): string {
  const { origin } = new URL(baseUrl(config));
  const isComplete = /^(\/(?!\/)|https?:\/\/)/i.test(given) && !UNSAFE.test(given);
  const url = isComplete ? URL.parse(given, origin) : null;
  const isOwn = url?.origin === origin && url.username === '' && url.password === '';
  if (!isOwn || LEADS_ELSEWHERE.test(url.pathname))
    throw new AppError('FORBIDDEN', `${field}: must be an address of this service`);
  return url.href;
}
