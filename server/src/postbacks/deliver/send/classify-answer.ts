import type { PostOutcome } from '../../../platform/net/outbound/create-poster.ts';
import type { AdNetwork } from '../../networks/ad-network.ts';

export const FAILURE_CLASSES = ['permanent', 'transient', 'setting', 'consent'] as const;

/**
 * Why a delivery was not made: a failure that stays, one that may pass, or one in the config; or the user does not consent
 * to it.
 */
export type FailureClass = (typeof FAILURE_CLASSES)[number];

/**
 * Classifies the outcome of a send; null for one that succeeded.
 *
 * The status comes first: 429, 5xx and no answer are transient; anything else but a 2xx, redirects included, is
 * permanent. Inside a 2xx the network's own words decide.
 */
export function classifyAnswer(network: Pick<AdNetwork, 'judge'>, outcome: PostOutcome): FailureClass | null {
  if (outcome.kind !== 'answered') return outcome.kind === 'refused' ? 'setting' : 'transient';
  const { status, body } = outcome;
  if (status === 429 || status >= 500) return 'transient';
  if (status < 200 || status >= 300) return 'permanent';
  const verdict = network.judge(body);
  return verdict === 'sent' ? null : verdict;
}
