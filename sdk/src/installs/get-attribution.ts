import { parseObject } from '../parsing/parse-object.ts';
import { type AskParts, askAboutInstall } from './ask-about-install.ts';
import { type InstallStore, readInstall } from './install-record.ts';

/** What the install was attributed to. */
export interface Attribution {
  /** How it was found, for example install_referrer, click_id, probabilistic or organic. */
  model: string;
  channel: string | null;
  campaignId: string | null;
  /** How likely it is right, in percent. */
  confidenceScore: number;
  /** The reason, as a sentence. */
  reason: string;
  /** false while better evidence may still change it. */
  isFinal: boolean;
}

/** The install's attribution; null while it is not decided or cannot be known. */
export async function getAttribution(parts: AskParts & InstallStore): Promise<Attribution | null> {
  const install = await readInstall(parts);
  const answer = install && (await askAboutInstall(parts, 'attribution', { eventId: install.eventId }));
  const body = answer?.status === 200 ? parseObject(answer.text) : undefined;
  if (body?.status !== 'attributed') return null;
  const {
    model,
    channel,
    campaign_id: campaignId,
    confidence_score: confidenceScore,
    reason,
    is_final,
  } = body;
  return { model, channel, campaignId, confidenceScore, reason, isFinal: is_final !== false } as Attribution;
}
