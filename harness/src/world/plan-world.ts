import type { Channel } from '@tributary/sdk/wire/event';
import { WORLD, type WorldParameters } from './world-parameters.ts';

/** `web` bypasses the store; `ad` and `display` carry advertising ids; `flooder` is only fraud. */
export type LinkKind = keyof WorldParameters['apps']['linksPerKind'];

export interface LinkPlan {
  readonly index: number;
  readonly app: number;
  readonly kind: LinkKind;
  readonly slug: string;
  readonly channel: Channel;
  /** The store's page, or a page of the app itself. */
  readonly target: 'store' | 'web';
}

export interface AppPlan {
  readonly index: number;
  readonly bundleId: string;
  readonly wifiOnly: boolean;
  readonly sendsTokens: boolean;
  readonly tracksSessions: boolean;
  /** Its SDK tells the phone's language. */
  readonly tellsLanguage: boolean;
  /** Some of its installs are told by its backend. */
  readonly hasBackend: boolean;
  readonly links: readonly LinkPlan[];
}

/** What exists before any person arrives. */
export interface WorldPlan {
  readonly apps: readonly AppPlan[];
  /** The links of every app; a link's index is its position here. */
  readonly links: readonly LinkPlan[];
}

const CHANNELS: Record<LinkKind, readonly Channel[]> = {
  social: ['social_a', 'influencer'],
  message: ['messaging_app'],
  web: ['email'],
  ad: ['search_ads', 'social_b'],
  display: ['social_c'],
  publisher: ['referral', 'unknown'],
  flooder: ['unknown'],
};

/** Plans apps and links: the same for every seed, so that worlds differ only in what happens. */
export function planWorld(
  seed: number,
  {
    apps: { count, wifiOnlyEvery, tokensEvery, noSessionsEvery, noLanguageEvery, backendEvery, linksPerKind },
  } = WORLD,
): WorldPlan {
  const links: LinkPlan[] = [];
  const apps = Array.from({ length: count }, (_, index): AppPlan => {
    const own = planLinks(seed, index, links.length, linksPerKind);
    links.push(...own);
    return {
      index,
      bundleId: `com.example.world${index}`,
      wifiOnly: index % wifiOnlyEvery === 0,
      sendsTokens: Math.floor(index / 2) % tokensEvery === 0,
      tracksSessions: index % noSessionsEvery !== 3,
      tellsLanguage: index % noLanguageEvery !== 3,
      hasBackend: index % backendEvery === 1,
      links: own,
    };
  });
  return { apps, links };
}

function planLinks(
  seed: number,
  app: number,
  from: number,
  linksPerKind: WorldParameters['apps']['linksPerKind'],
): LinkPlan[] {
  const kinds = Object.entries(linksPerKind).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, number) => ({ kind: kind as LinkKind, number })),
  );
  return kinds.map(({ kind, number }, offset) => ({
    index: from + offset,
    app,
    kind,
    slug: `w${seed}-${app}-${kind}-${number}`,
    channel: CHANNELS[kind][number] ?? 'unknown',
    target: kind === 'web' ? 'web' : 'store',
  }));
}

/** The links of an app that are of one of those kinds. */
export function linksOf(app: AppPlan, ...kinds: readonly LinkKind[]): readonly LinkPlan[] {
  return app.links.filter(({ kind }) => kinds.includes(kind));
}
