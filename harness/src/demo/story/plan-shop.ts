import type { Channel } from '@tributary/sdk/wire/event';
import type { AppPlan, LinkKind, LinkPlan, WorldPlan } from '../../world/plan-world.ts';

/** A link with the campaign that it belongs to. */
export interface ShopLink extends LinkPlan {
  readonly campaign: string;
  /** What an expected install costs, in cents; 0 for a campaign without spend. */
  readonly costPerInstall: number;
  /** Installs expected from it, as a share of all. */
  readonly share: number;
}

/** The app of the demo, and what advertises it. */
export interface Shop extends WorldPlan {
  readonly name: string;
  readonly bundleId: string;
  readonly links: readonly ShopLink[];
}

type Row = readonly [
  kind: LinkKind,
  slug: string,
  campaign: string,
  channel: Channel,
  cost: number,
  share: number,
];

const LINKS: readonly Row[] = [
  ['social', 'creators', 'Creators', 'influencer', 210, 0.06],
  ['social', 'short-videos', 'Short videos', 'social_a', 190, 0.06],
  ['message', 'friends', 'Invite a friend', 'messaging_app', 0, 0.06],
  ['web', 'newsletter', 'Newsletter', 'email', 0, 0.06],
  ['ad', 'search', 'Search', 'search_ads', 320, 0.04],
  ['ad', 'video-feed', 'Video feed', 'social_b', 290, 0.04],
  ['display', 'banners', 'Banners', 'social_c', 240, 0.02],
  ['publisher', 'partners', 'Partner network', 'referral', 180, 0.08],
  ['publisher', 'rewards', 'Reward apps', 'referral', 160, 0.08],
  ['flooder', 'deals', 'Deals of the day', 'unknown', 120, 0.01],
];

/** Plans a shop's app with ten campaigns, each with one link. */
export function planShop(): Shop {
  const links = LINKS.map(([kind, slug, campaign, channel, costPerInstall, share], index): ShopLink => {
    const target = kind === 'web' ? 'web' : 'store';
    return { index, app: 0, kind, slug, channel, target, campaign, costPerInstall, share };
  });
  const bundleId = 'com.example.lantern';
  const ways = {
    wifiOnly: false,
    sendsTokens: false,
    tracksSessions: true,
    tellsLanguage: true,
    hasBackend: false,
  };
  const app: AppPlan = { index: 0, bundleId, ...ways, links };
  return { name: 'Lantern Market', bundleId, apps: [app], links };
}
