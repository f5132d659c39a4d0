import type { AttributionSettings } from '../facts/attribution-settings.ts';
import type { Candidate, InstallFacts } from '../facts/install-facts.ts';
import { findLikelyClicks } from '../models/find-likely-clicks.ts';
import { weighClicks } from '../models/weigh-clicks.ts';

/** An install that names its click, with all clicks that were found for it. */
export interface LabelledInstall {
  readonly install: InstallFacts;
  readonly candidates: readonly Candidate[];
  readonly truth: Pick<Candidate, 'clickId' | 'campaignId' | 'linkId' | 'channel'>;
}

/** What likeness alone would have made of it. */
export interface JudgedLikeness {
  /** Of its likeliest campaign, 0 to 1. */
  readonly share: number;
  /** Whether that campaign is the one that brought it. */
  readonly isRight: boolean;
  /** Whether the click that brought it came from its network, so that it could be found at all. */
  readonly isReachable: boolean;
}

/** Takes an install's ids and referrer away, and asks likeness which campaign brought it. Pure. */
export function judgeLikeness(
  { install, candidates, truth }: LabelledInstall,
  settings: AttributionSettings,
): JudgedLikeness {
  const near = candidates.flatMap(blind);
  const question = { install: { ...install, ...NO_SIGNS }, candidates: near, settings };
  const likely = findLikelyClicks(question);
  const [best] = weighClicks(question.install, likely.similar, likely.near).campaigns;
  const click = best?.clicks[0]?.candidate;
  return {
    share: best?.share ?? 0,
    isRight: click !== undefined && isSameCampaign(click, truth),
    isReachable: near.some(({ clickId }) => clickId === truth.clickId),
  };
}

const NO_SIGNS = {
  referrer: null,
  // They came by a link, as if it had led past the store.
  storeWord: 'silent',
  clickId: null,
  gaid: null,
  androidId: null,
  idfv: null,
  idfa: null,
} as const;

/** What would be known of a click if the device had given no id: that it is another's, but not that it is its own. */
function blind(candidate: Candidate): Candidate[] {
  if (!candidate.foundBy.includes('network')) return [];
  const isOwn = candidate.isOwn === false ? false : null;
  return [{ ...candidate, isOwn, namedBefore: 0, foundBy: ['network'] }];
}

function isSameCampaign(click: LabelledInstall['truth'], truth: LabelledInstall['truth']): boolean {
  const campaignOf = ({ campaignId, linkId, channel }: LabelledInstall['truth']) =>
    `${campaignId ?? linkId} ${channel}`;
  return campaignOf(click) === campaignOf(truth);
}
