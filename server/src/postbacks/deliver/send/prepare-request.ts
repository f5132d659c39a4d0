import { createHmac } from 'node:crypto';
import { refusesNetworks } from '../../../consent/refuses-networks.ts';
import type { AdNetwork, NetworkRequest, PostbackFacts } from '../../networks/ad-network.ts';
import { networkOf } from '../../networks/networks.ts';
import type { FailureClass } from './classify-answer.ts';
import type { OpenConfig } from './open-config.ts';

/** A failure that is known before anything is sent. */
export interface Unprepared {
  readonly failure: FailureClass;
  readonly reason: string;
}

interface PrepareOptions {
  /** Unix ms. */
  readonly now: number;
  readonly allowLoopback: boolean;
}

/** Builds the request for a config's network, or explains why there is none. */
export function prepareRequest(
  config: OpenConfig,
  facts: PostbackFacts,
  { now, allowLoopback }: PrepareOptions,
): NetworkRequest | Unprepared {
  const network = networkOf(config.postback_format);
  if (!network) return setting(`there is no format ${config.postback_format}`);
  const allowed = network.origin === null ? facts : allowedFacts(facts);
  if (allowed === null) return { failure: 'consent', reason: 'the user does not agree' };
  const settings = network.settings.safeParse(config.settings);
  if (!settings.success) {
    const wrong = settings.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    return setting(`a setting is malformed: ${wrong.join('; ')}`);
  }
  if (network.needsCredential && config.credential === null) {
    return setting('there is no credential: set_ad_network_credential stores one');
  }
  const address = addressOf(network, config, allowLoopback);
  if (address === null) return setting('there is no postback_url');
  const input = { facts: allowed, settings: settings.data, credential: config.credential ?? '', address };
  const request = network.build(input);
  if ('unsendable' in request) {
    // With the id that the user withholds it could be sent.
    const failure = allowed.gaid === facts.gaid ? 'permanent' : 'consent';
    return { failure, reason: request.unsendable };
  }
  if (!network.isSigned) return request;
  if (config.signing_secret === null) return setting('there is no signing secret');
  return signed(request, config.signing_secret, now);
}

/** What an ad network may receive of the device, by what its user has stated; null for nothing. */
function allowedFacts(facts: PostbackFacts): PostbackFacts | null {
  if (refusesNetworks(facts.consent)) return null;
  if (facts.needsConsent && facts.consent?.ad_user_data !== true) return null;
  return facts.consent?.ad_personalization === false ? { ...facts, gaid: null } : facts;
}

/** The override of a format's host is for development; one that was stored then does nothing once that is over. */
function addressOf({ origin }: AdNetwork, config: OpenConfig, allowLoopback: boolean): string | null {
  if (origin === null) return config.postback_url;
  return allowLoopback && config.postback_url !== null ? new URL(config.postback_url).origin : origin;
}

function setting(reason: string): Unprepared {
  return { failure: 'setting', reason };
}

/** The time is part of what is signed, so that the receiver can refuse what is old. */
function signed(request: NetworkRequest, secret: string, now: number): NetworkRequest {
  const stamp = Math.floor(now / 1000);
  const digest = createHmac('sha256', secret).update(`${stamp}.${request.body}`).digest('hex');
  return { ...request, headers: { ...request.headers, 'x-service-signature': `t=${stamp},v1=${digest}` } };
}
