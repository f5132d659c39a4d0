import { z } from 'zod';
import { AppError } from '../../platform/errors/errors.ts';
import { toAppError } from '../../platform/errors/to-app-error.ts';
import { isOrigin, problemOfUrl } from '../../platform/net/outbound/problem-of-url.ts';
import { type AdNetwork, POSTBACK_EVENT_TYPES } from '../networks/ad-network.ts';

/** What a config is sent: installs, purchases or both, each named once. */
export const eventTypes = z
  .array(z.enum(POSTBACK_EVENT_TYPES, `must be one of ${POSTBACK_EVENT_TYPES.join(', ')}`))
  .min(1, 'must name install, purchase or both')
  .max(POSTBACK_EVENT_TYPES.length, 'must name install, purchase or both')
  .refine((types) => new Set(types).size === types.length, 'must name each once');

/** The format's own schema says what may be in it. */
export const settingsArgument = z.record(z.string().max(100), z.unknown());

/**
 * Checks settings by their format, which has to be able to name every event that the config takes.
 *
 * @returns them as they are stored.
 * @throws AppError VALIDATION_ERROR that names what is missing or wrong, such as `p_settings.dataset_id: is required`.
 */
export function checkSettings(
  network: AdNetwork,
  settings: Readonly<Record<string, unknown>>,
  types: readonly string[],
): Record<string, unknown> {
  const parsed = z.object({ p_settings: network.settings }).safeParse({ p_settings: settings });
  if (!parsed.success) throw toAppError(parsed.error);
  const stored = parsed.data.p_settings as Record<string, unknown>;
  if (typeof stored.event_name === 'object' && types.length < POSTBACK_EVENT_TYPES.length) {
    throw invalid('p_settings.event_name: must be one name where a config takes installs or purchases alone');
  }
  return stored;
}

interface UrlOptions {
  /** ALLOW_LOOPBACK_POSTBACKS. */
  readonly allowLoopback: boolean;
}

/**
 * Checks where a config posts to: canonical needs an address; the others have their own, and only where loopback is
 * allowed may their host be overridden, by an origin.
 *
 * @throws AppError VALIDATION_ERROR
 */
export function checkPostbackUrl(
  network: AdNetwork,
  url: string | null,
  { allowLoopback }: UrlOptions,
): string | null {
  if (url === null) {
    if (network.origin !== null) return null;
    throw invalid(`p_postback_url: is required for ${network.format}`);
  }
  if (network.origin !== null && !allowLoopback) {
    throw invalid(`p_postback_url: must be left out: ${network.format} has an address of its own`);
  }
  const problem = problemOfUrl(url, { allowLoopback });
  if (problem !== null) throw invalid(`p_postback_url: ${problem}`);
  if (network.origin !== null && !isOrigin(url)) {
    throw invalid('p_postback_url: must be an origin such as http://127.0.0.1:9000, without a path');
  }
  return url;
}

/**
 * Checks which clicks a config serves.
 *
 * @throws AppError VALIDATION_ERROR
 */
export function checkChannel(network: AdNetwork, channel: string | null): string | null {
  if (network.takesEveryInstall) {
    if (channel === null) return null;
    throw invalid(`p_channel: must be left out: ${network.format} takes every install`);
  }
  if (channel !== null) return channel;
  if (network.defaultChannel !== null) return network.defaultChannel;
  throw invalid(`p_channel: is required for ${network.format}`);
}

function invalid(message: string): AppError {
  return new AppError('VALIDATION_ERROR', message);
}
