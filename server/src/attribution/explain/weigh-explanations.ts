import { z } from 'zod';
import { describeOdds, describeTimes } from '../models/describe-odds.ts';
import { findLikelyClicks } from '../models/find-likely-clicks.ts';
import type { Question } from '../models/model.ts';
import { type WeighedClick, weighClicks } from '../models/weigh-clicks.ts';

/** One thing that may have led to an install, held against everything else that may have. */
export const explanation = z.object({
  kind: z.enum(['campaign', 'came_by_itself']).describe('A campaign, or that the install came by itself.'),
  channel: z.string().nullable(),
  campaign_id: z.uuid().nullable(),
  link_id: z.uuid().nullable(),
  click_id: z.uuid().nullable().describe('The likeliest click of the campaign.'),
  clicks: z.int().describe('Clicks of the campaign that may be the cause.'),
  percent: z.number().describe('How much of everything that is possible it is.'),
  odds: z.string().describe('The same as odds, `49 to 1`.'),
  weights: z
    .array(
      z.object({
        part: z.string().describe('What is weighed.'),
        times: z.number().describe('How many times as likely the part makes it; below 1, less likely.'),
        text: z.string().describe('The same in words.'),
      }),
    )
    .describe('What speaks for that click, or for coming by itself, and against it.'),
});

type Explanation = z.input<typeof explanation>;

/** More than these say nothing. */
const MOST = 20;

const PARTS: Readonly<Record<string, string>> = {
  network: 'a network that few people share',
  time_to_install: 'the time from the click to the start of the install',
  device_model: 'what is known of the model',
  os: 'the version of the system',
  language: 'the language',
  in_general: 'what is usual',
  clicks_around: 'the number of clicks from the network, which shows how many people are there',
  store: 'what the store says of how it came',
  app: 'how many of the app’s installs come by referrers that name their click',
};

/**
 * Everything that may have led to an install by likeness, the likeliest first, with its odds; empty where no click came from
 * its network. Pure.
 */
export function weighExplanations(question: Question): Explanation[] {
  const { near, similar } = findLikelyClicks(question);
  if (near.length === 0) return [];
  const { campaigns, organicShare, organicWeights } = weighClicks(question.install, similar, near);
  const byItself: Explanation = {
    kind: 'came_by_itself',
    channel: null,
    campaign_id: null,
    link_id: null,
    click_id: null,
    clicks: 0,
    ...describeShare(organicShare),
    weights: describeWeights(organicWeights),
  };
  return [byItself, ...campaigns.flatMap(({ share, clicks }) => ofCampaign(share, clicks))]
    .sort((a, b) => b.percent - a.percent)
    .slice(0, MOST);
}

function ofCampaign(share: number, clicks: readonly WeighedClick[]): Explanation[] {
  const [best] = clicks;
  if (!best) return [];
  const { channel, campaignId, linkId, clickId } = best.candidate;
  return [
    {
      kind: 'campaign',
      channel,
      campaign_id: campaignId,
      link_id: linkId,
      click_id: clickId,
      clicks: clicks.length,
      ...describeShare(share),
      weights: describeWeights(best.weights),
    },
  ];
}

function describeShare(share: number) {
  return { percent: Math.round(1000 * share) / 10, odds: describeOdds(share) };
}

function describeWeights(weights: Readonly<Record<string, number>>): Explanation['weights'] {
  return Object.entries(weights)
    .filter(([, weight]) => weight !== 0)
    .map(([part, weight]) => {
      const times = Math.exp(weight);
      return { part, times: Number(times.toPrecision(3)), text: `${PARTS[part] ?? part}: ${inWords(times)}` };
    });
}

function inWords(times: number): string {
  const more = describeTimes(Math.max(times, 1 / times));
  if (more === '1') return 'says nothing';
  return times > 1 ? `${more} times as likely` : `${more} times less likely`;
}
