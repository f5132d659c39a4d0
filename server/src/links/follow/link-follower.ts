import { hash } from 'node:crypto';
import type { ClickRecord } from '../../clicks/click-record.ts';
import type { ClickWriter } from '../../clicks/click-writer.ts';
import { newClickId } from '../../clicks/new-click-id.ts';
import type { RepeatDetector } from '../../clicks/repeat-detector.ts';
import { maskedNetwork } from '../../http/requests/masked-network.ts';
import { cutCopy, flatCopy } from '../../memory/flat-copy.ts';
import { isSlug } from '../slug.ts';
import type { KnownLink } from './known-link.ts';
import type { LinkDirectory } from './link-directory.ts';
import { readVisit } from './read-visit.ts';
import { redirectTarget } from './redirect-target.ts';
import { describeVisitor, type Visitor } from './visitor.ts';
import { createWaitAtMost } from './wait-at-most.ts';

/** A request for a link, as the HTTP layer received it. */
interface LinkVisit {
  readonly slug: string;
  /** The visit's query without its `?`; `slug` in it is not kept. */
  readonly query: string;
  readonly userAgent: string | undefined;
  readonly acceptLanguage: string | undefined;
  readonly clientAddress: string;
  /** A HEAD request: the answer is the same, and nothing is recorded. */
  readonly looksOnly: boolean;
}

type LinkAnswer = { kind: 'redirect'; to: string } | { kind: 'paused' } | { kind: 'unknown' };

/** Resolves links, records the clicks on them and decides where to send the visitor. */
export interface LinkFollower {
  /** Resolves when the click is stored, or after about 250 ms with the click still waiting. */
  follow(visit: LinkVisit): Promise<LinkAnswer>;
  /** True for the slug of a link, paused or not. */
  knows(slug: string): Promise<boolean>;
}

declare module '../../services.ts' {
  interface Services {
    readonly links: LinkFollower;
  }
}

interface FollowerParts {
  directory: LinkDirectory;
  clicks: ClickWriter;
  repeats: RepeatDetector;
  /** Unix ms. */
  clock: () => number;
}

const MAX_WAIT_MS = 250;

/** Decides where visits lead, and hands their clicks on. */
export function createLinkFollower({ directory, clicks, repeats, clock }: FollowerParts): LinkFollower {
  const find = (slug: string) => (isSlug(slug) ? directory.find(slug) : null);
  const atMost = createWaitAtMost(MAX_WAIT_MS);
  return {
    knows: async (slug) => (await find(slug)) !== null,
    async follow(visit) {
      const link = await find(visit.slug);
      if (link === null) return { kind: 'unknown' };
      if (!link.active) return { kind: 'paused' };
      const visitor = describeVisitor(visit.userAgent);
      if (visit.looksOnly || visitor.machine === 'preview') {
        return { kind: 'redirect', to: redirectTarget(link, visitor, null) };
      }
      const now = clock();
      const clickId = newClickId(link.linkId);
      const original =
        visitor.machine === null ? repeats.originalOf(visitorKey(link, visit), clickId, now) : null;
      await atMost(clicks.record(toRecord({ link, visit, visitor, clickId, original, now })));
      // A visitor who tapped twice continues with the click that counts.
      return { kind: 'redirect', to: redirectTarget(link, visitor, original ?? clickId) };
    },
  };
}

/** Hashed: of fixed size whatever a client sends, and no address is held in memory. */
function visitorKey(link: KnownLink, { clientAddress, userAgent, query }: LinkVisit): string {
  return hash('sha1', `${link.linkId} ${clientAddress} ${userAgent ?? ''} ${query}`, 'base64');
}

interface ClickParts {
  link: KnownLink;
  visit: LinkVisit;
  visitor: Visitor;
  clickId: string;
  original: string | null;
  now: number;
}

function toRecord({ link, visit, visitor, clickId, original, now }: ClickParts): ClickRecord {
  const { gaid, androidId, params } = readVisit(visit.query);
  return {
    customer_id: link.customerId,
    click_id: clickId,
    app_id: link.appId,
    link_id: link.linkId,
    campaign_id: link.campaignId,
    channel: link.channel,
    source: 'link',
    clicked_at: now,
    recorded_at: now,
    gaid,
    android_id: androidId,
    installation_id: null,
    ip_network: maskedNetwork(visit.clientAddress) ?? null,
    user_agent: visit.userAgent === undefined ? null : cutCopy(visit.userAgent, 512),
    device_model: visitor.deviceModel,
    os_name: visitor.osName,
    os_version: visitor.osVersion,
    language: firstLanguage(visit.acceptLanguage),
    visit_params: params,
    excluded_because: visitor.machine === 'bot' ? 'bot' : original === null ? null : 'repeat',
    original_click_id: original,
  };
}

/** `de-AT,de;q=0.9` -> `de-at`; a tag has at most four parts that matter here. */
function firstLanguage(acceptLanguage: string | undefined): string | null {
  const tag = /^\s{0,9}([a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3})/i.exec(acceptLanguage ?? '')?.[1];
  return tag === undefined ? null : flatCopy(tag.toLowerCase());
}
