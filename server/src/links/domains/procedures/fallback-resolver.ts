import { z } from 'zod';
import { AppError } from '../../../platform/errors/errors.ts';
import { problemOfUrl } from '../../../platform/net/outbound/problem-of-url.ts';
import type { Services } from '../../../platform/services.ts';
import { nameOfHost } from '../host-name.ts';

/** An argument that names the service a domain moved here from; what it may be depends on the service: see below. */
export const fallbackResolver = z.string();

/**
 * The address of the old service, without a slash at its end: a path of the domain is put behind it.
 *
 * @param host the domain, which cannot be asked about itself.
 * @throws AppError VALIDATION_ERROR
 */
export function checkedResolver({ config, hosts }: Services, host: string, given: string): string {
  const refuse = (problem: string) => new AppError('VALIDATION_ERROR', `p_fallback_resolver: ${problem}`);
  const problem = problemOfUrl(given, { allowLoopback: config.allowLoopbackPostbacks });
  if (problem !== null) throw refuse(problem);
  const url = new URL(given);
  if (url.search !== '') throw refuse('must have no query');
  if (nameOfHost(url.host) === host) throw refuse('must be another host than the domain');
  if (!config.allowLoopbackPostbacks && hosts.isOwn(url.host)) throw refuse('must not be this service');
  return url.href.replace(/\/+$/, '');
}
