import { trueTime } from '../../attribution/devices/true-time.ts';
import type { Keyring } from '../../platform/auth/secrets/keyring.ts';
import { openNetworkToken } from '../../platform/auth/secrets/network-token.ts';
import { DAY_MS } from '../../platform/values/day-ms.ts';
import { HOUR_MS } from '../../platform/values/hour-ms.ts';
import type { CheckedEvent } from '../check/check-shape.ts';

/** An SDK resolves its key at its first start, which is when the install happens. */
const NEAR_MS = HOUR_MS;
/** Events wait for Wi-Fi for days; after this long a token is as good as none. */
const LIFE_MS = 7 * DAY_MS;

/** What an install event proves of its app's first start by a token of key resolution. */
export interface FirstStart {
  /** Unix ms; when the key was resolved for this installation. */
  readonly keyResolvedAt: number;
  /**
   * The network from which that was, if that was when the install happened: most apps send over Wi-Fi only, so the network
   * that delivers the event is often another one.
   */
  readonly network: string | undefined;
}

/**
 * Opens the token of an install event.
 *
 * @param arrivedAt Unix ms.
 * @returns undefined for an event that is no install, has no token, or one that is not valid: then everything is as without.
 */
export function readFirstStart(
  event: CheckedEvent,
  arrivedAt: number,
  keyring: Keyring,
): FirstStart | undefined {
  const { event_type, network_token: token, installation_id: installation, app_id } = event;
  if (event_type !== 'install' || typeof token !== 'string' || !installation) return undefined;
  const seen = openNetworkToken(keyring, app_id.toLowerCase(), installation.toLowerCase(), token);
  if (seen === null || seen.at > arrivedAt) return undefined;
  const isNear = arrivedAt - seen.at <= LIFE_MS && Math.abs(seen.at - trueTime(event, arrivedAt)) <= NEAR_MS;
  return { keyResolvedAt: seen.at, network: isNear ? seen.network : undefined };
}
