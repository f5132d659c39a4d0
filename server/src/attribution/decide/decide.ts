import type { AttributionSettings } from '../facts/attribution-settings.ts';
import { boundConfidence, type ConfidenceParts } from '../facts/confidence.ts';
import type { Candidate, InstallFacts } from '../facts/install-facts.ts';
import { type ClickTraffic, readTraffic } from '../facts/read-traffic.ts';
import type { RejectedCandidate } from '../facts/rejected-candidate.ts';
import { likenessTable, SHIPPED_TABLE } from '../models/likeness-table.ts';
import type { Match, ModelName, Rejected } from '../models/model.ts';
import { MODELS, restsOn } from '../models/models.ts';
import { describeRejection } from './describe-rejection.ts';

/** What caused an install, and why. */
export interface Decision {
  readonly model: ModelName;
  readonly channel: string;
  readonly campaignId: string | null;
  readonly linkId: string | null;
  readonly clickId: string | null;
  /** Unix ms; when that click was made. */
  readonly clickedAt: number | null;
  /** Of the network that it came from, as two letters. */
  readonly clickCountry: string | null;
  /** 0 to 100; the breakdown adds up to it. */
  readonly confidence: number;
  readonly breakdown: ConfidenceParts;
  /** Whether a click on another link was nearly as likely; always false for an identified click. */
  readonly isNearTie: boolean;
  readonly signals: readonly string[];
  readonly reason: string;
  readonly rejected: readonly RejectedCandidate[];
  /** What fraud rules read of the clicks. */
  readonly traffic: ClickTraffic;
}

const MAX_REJECTED = 60;

/**
 * Decides what caused an install. Pure: the same facts always give the same decision.
 *
 * @param candidates clicks that may be the cause; impossible ones are rejected with the reason.
 */
export function decide(
  install: InstallFacts,
  candidates: readonly Candidate[],
  settings: AttributionSettings,
): Decision {
  const rejected: (Rejected & { model: ModelName })[] = [];
  let chosen: { model: ModelName; match: Match } | undefined;
  let organicShare = 1;
  const isLikenessPossible = candidates.some(({ foundBy }) => foundBy.includes('network'));
  for (const model of MODELS) {
    if (chosen && model.evidence === 'nothing') break;
    const finding = model.consider({ install, candidates, settings }, { organicShare, isLikenessPossible });
    organicShare = finding.organicShare ?? organicShare;
    rejected.push(...finding.rejected.map((one) => ({ ...one, model: model.name })));
    if (finding.match === null) continue;
    if (chosen === undefined) chosen = { model: model.name, match: finding.match };
    else if (finding.match.candidate)
      rejected.push(outranked(finding.match.candidate, model.name, chosen.model));
  }
  if (chosen === undefined) throw new Error('no model matched, although organic always does');
  return {
    ...toDecision(chosen.model, chosen.match, rejected, settings),
    traffic: readTraffic(install, candidates, chosen.match.candidate),
  };
}

function outranked(candidate: Candidate, model: ModelName, by: ModelName) {
  return { clickId: candidate.clickId, candidate, model, cause: { kind: 'outranked', model, by } } as const;
}

function toDecision(
  model: ModelName,
  match: Match,
  rejected: readonly (Rejected & { model: ModelName })[],
  { adoptedTable }: AttributionSettings,
): Omit<Decision, 'traffic'> {
  const { score, parts } = boundConfidence(match.parts);
  const table = restsOn(model, 'likeness') ? likenessTable(adoptedTable) : SHIPPED_TABLE;
  return {
    model,
    channel: match.candidate?.channel ?? 'organic',
    campaignId: match.candidate?.campaignId ?? null,
    linkId: match.candidate?.linkId ?? null,
    clickId: match.candidate?.clickId ?? null,
    clickedAt: match.candidate?.clickedAt ?? null,
    clickCountry: match.candidate?.country ?? null,
    confidence: score,
    breakdown: parts,
    isNearTie: match.isNearTie ?? false,
    signals: match.signals,
    reason: `${match.because}. Confidence ${score}: of 100 such decisions, ${score} are right by table ${table.name} (${describeParts(parts)}).`,
    rejected: rejected
      .filter(({ clickId: id }) => id !== match.candidate?.clickId)
      .slice(0, MAX_REJECTED)
      .map(toRejectedCandidate),
  };
}

/** `90 for match type, +6 for time to install`, without parts that are 0. */
function describeParts(parts: ConfidenceParts): string {
  return Object.entries(parts)
    .filter(([, points]) => points !== 0)
    .map(
      ([name, points], index) =>
        `${index > 0 && points > 0 ? '+' : ''}${points} for ${name.replaceAll('_', ' ')}`,
    )
    .join(', ');
}

function toRejectedCandidate({
  clickId: id,
  candidate,
  model,
  cause,
}: Rejected & { model: ModelName }): RejectedCandidate {
  return {
    click_id: id,
    model,
    channel: candidate?.channel ?? null,
    campaign_id: candidate?.campaignId ?? null,
    clicked_at: candidate?.clickedAt ?? null,
    reason: describeRejection(cause),
  };
}
