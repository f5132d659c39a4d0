import { hash } from 'node:crypto';
import type { ClickRecord } from '../../clicks/click-record.ts';
import type { ClickWriter } from '../../clicks/click-writer.ts';
import { newClickId } from '../../clicks/new-click-id.ts';
import type { RepeatDetector } from '../../clicks/repeat-detector.ts';
import { withoutTraits } from '../../clicks/without-traits.ts';
import type { FindCountry } from '../../country/find-country.ts';
import { maskedNetwork } from '../../http/requests/masked-network.ts';
import { cutCopy, flatCopy } from '../../memory/flat-copy.ts';
import { hashOfCode, newCode } from '../clipboard-code.ts';
import { type ChosenRule, chooseRule, type RuleFacts } from '../rules/choose-rule.ts';
import type { LimitedClicks } from '../rules/limited-clicks.ts';
import type { LinkSpecial } from '../rules/link-special.ts';
import type { KnownLink } from './known-link.ts';
import type { LandingVisit } from './landing-visit.ts';
import type { LinkDirectory } from './link-directory.ts';
import { readVisit, visitorId } from './read-visit.ts';
import { followRule, redirectTarget } from './redirect-target.ts';
import { showsPage } from './shows-page.ts';
import type { VisitKeys } from './visit-keys.ts';
import { describeVisitor, type Visitor } from './visitor.ts';
import { createWaitAtMost } from './wait-at-most.ts';

/** A request for a link, as the HTTP layer received it. */
interface LinkVisit {
  /** What it may mean, the likeliest first. */
  readonly keys: VisitKeys;
  /** The visit's query without its `?`; `slug` in it is not kept. */
  readonly query: string;
  readonly userAgent: string | undefined;
  readonly acceptLanguage: string | undefined;
  readonly clientAddress: string;
  /** A HEAD request: the answer is the same, and nothing is recorded. */
  readonly looksOnly: boolean;
}

type LinkAnswer =
  | { kind: 'redirect'; to: string }
  | ({ kind: 'page' } & LandingVisit)
  | { kind: 'paused' }
  | { kind: 'unknown' };

/** A link that was opened, and its click; that is stored, or waits to be, unless the visit only looks. */
export interface OpenedLink {
  readonly link: KnownLink;
  readonly clickId: string;
  /** The parameters of the visit, as JSON; null for none. */
  readonly params: string | null;
}

/** Resolves links, records the clicks on them and decides where to send the visitor. */
export interface LinkFollower {
  /** Resolves when the click is stored, or after about 250 ms with the click still waiting. */
  follow(visit: LinkVisit): Promise<LinkAnswer>;
  /**
   * Opens a link in an app of that account, without a visit: the system led to the app directly. Null for a link that
   * leads nowhere now, or is another account's.
   */
  open(visit: LinkVisit, customerId: string): Promise<OpenedLink | null>;
  /** The link that a visit means, paused or not. */
  find(keys: VisitKeys): Promise<KnownLink | null>;
}

declare module '../../services.ts' {
  interface Services {
    readonly links: LinkFollower;
  }
}

interface FollowerParts {
  directory: LinkDirectory;
  clicks: ClickWriter;
  limited: LimitedClicks;
  repeats: RepeatDetector;
  findCountry: FindCountry;
  /** Unix ms. */
  clock: () => number;
}

const MAX_WAIT_MS = 250;

/** Decides where visits lead, and hands their clicks on. */
export function createLinkFollower({
  directory,
  clicks,
  limited,
  repeats,
  findCountry,
  clock,
}: FollowerParts): LinkFollower {
  const atMost = createWaitAtMost(MAX_WAIT_MS);

  const find = (keys: VisitKeys) => findFirst(directory, keys);
  /** Records a visit, unless the link is used up: then false. */
  async function record(click: ClickRecord, isLimited: boolean): Promise<boolean> {
    if (isLimited && click.excluded_because === null) return limited.take(click);
    if (isLimited && !(await mayFollow(limited, click))) return false;
    await atMost(clicks.record(click));
    return true;
  }

  return {
    find: async (keys) => find(keys),
    async open(visit, customerId) {
      const link = await find(visit.keys);
      if (link === null || !link.active || link.customerId !== customerId) return null;
      const now = clock();
      const { special } = link;
      const isLimited = special?.isLimited === true;
      if (special !== undefined && hasExpired(special, now)) return null;
      if (visit.looksOnly && isLimited && (await limited.isUsedUp(link.linkId))) return null;
      const clickId = newClickId(link.linkId);
      const { params } = readVisit(visit.query);
      if (visit.looksOnly) return { link, clickId, params };
      const network = maskedNetwork(visit.clientAddress) ?? null;
      const original = repeats.originalOf(visitorKey(link, visit), clickId, now);
      // Whatever its SDK sends as user agent, an app with a key is no crawler.
      const visitor = { ...describeVisitor(visit.userAgent), machine: null };
      const facts = { visit, visitor, network, country: findCountry(network), now };
      const click = recordOf({ ...facts, link, clickId, original, chosen: null, code: null });
      return (await record(click, isLimited)) ? { link, clickId: original ?? clickId, params } : null;
    },
    async follow(visit) {
      const found = await find(visit.keys);
      if (found === null) return { kind: 'unknown' };
      if (!found.active) return { kind: 'paused' };
      const now = clock();
      const { special } = found;
      if (special !== undefined && hasExpired(special, now)) return ended(special);
      const visitor = describeVisitor(visit.userAgent);
      const network = maskedNetwork(visit.clientAddress) ?? null;
      const country = findCountry(network);
      const chosen = special?.rules
        ? chooseRule(special.rules, factsOf(found, { visit, visitor, country, now }))
        : null;
      const link = chosen === null ? found : followRule(found, chosen.rule, visitor);
      const page = found.page && showsPage(found.page, visitor, chosen !== null) ? found.page : null;
      if (visit.looksOnly || visitor.machine === 'preview') {
        if (special?.isLimited && (await limited.isUsedUp(link.linkId))) return ended(special);
        if (page) return { kind: 'page', link: found, visitor, clickId: null, code: null };
        return { kind: 'redirect', to: redirectTarget(link, visitor, null) };
      }
      const clickId = newClickId(link.linkId);
      const original =
        visitor.machine === null ? repeats.originalOf(visitorKey(link, visit), clickId, now) : null;
      const code = page?.clipboard && visitor.platform === 'ios' ? newCode() : null;
      const click = recordOf({
        link,
        visit,
        visitor,
        network,
        country,
        clickId,
        original,
        chosen,
        code,
        now,
      });
      if (!(await record(click, special?.isLimited === true))) return ended(special);
      // A visitor who tapped twice continues with the click that counts.
      if (page) return { kind: 'page', link, visitor, clickId: original ?? clickId, code };
      return { kind: 'redirect', to: redirectTarget(link, visitor, original ?? clickId) };
    },
  };
}

/** Most visits can mean one link only. */
function findFirst(directory: LinkDirectory, keys: VisitKeys): KnownLink | null | Promise<KnownLink | null> {
  const [first] = keys;
  if (first === undefined) return null;
  return keys.length === 1 ? directory.find(first) : firstOf(directory, keys);
}

async function firstOf(directory: LinkDirectory, keys: VisitKeys): Promise<KnownLink | null> {
  for (const key of keys) {
    const link = await directory.find(key);
    if (link !== null) return link;
  }
  return null;
}

/** What does not count follows a limited link as long as others may: a double tap, if its first tap could. */
async function mayFollow(limited: LimitedClicks, click: ClickRecord): Promise<boolean> {
  return click.original_click_id === null
    ? !(await limited.isUsedUp(click.link_id ?? ''))
    : limited.wasTaken(click.customer_id, click.original_click_id);
}

function hasExpired({ expiresAt }: LinkSpecial, now: number): boolean {
  return expiresAt !== null && now >= expiresAt;
}

/** For a link that has expired or is used up. */
function ended(special: LinkSpecial | undefined): LinkAnswer {
  return special?.expiredUrl
    ? { kind: 'redirect', to: new URL(special.expiredUrl).href }
    : { kind: 'paused' };
}

/** A device's own id tells visitors apart best; else where they come from and with what. */
function factsOf(link: KnownLink, { visit, visitor: { platform }, country, now }: VisitFacts): RuleFacts {
  const visitor = visitorId(readVisit(visit.query)) ?? `${visit.clientAddress} ${visit.userAgent ?? ''}`;
  const language = firstLanguage(visit.acceptLanguage);
  return { platform, country, language, now, visitor: `${link.linkId} ${visitor}` };
}

/** Hashed: of fixed size whatever a client sends, and no address is held in memory. */
function visitorKey(link: KnownLink, { clientAddress, userAgent, query }: LinkVisit): string {
  return hash('sha1', `${link.linkId} ${clientAddress} ${userAgent ?? ''} ${query}`, 'base64');
}

interface VisitFacts {
  visit: LinkVisit;
  visitor: Visitor;
  country: string | null;
  now: number;
}

interface ClickParts extends VisitFacts {
  link: KnownLink;
  network: string | null;
  clickId: string;
  original: string | null;
  chosen: ChosenRule | null;
  code: string | null;
}

/** As its app stores it. */
function recordOf(parts: ClickParts): ClickRecord {
  const click = toRecord(parts);
  return parts.link.strict ? withoutTraits(click) : click;
}

function toRecord({
  link,
  visit,
  visitor,
  network,
  country,
  clickId,
  original,
  chosen,
  code,
  now,
}: ClickParts): ClickRecord {
  const { gaid, androidId, idfv, idfa, params } = readVisit(visit.query);
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
    idfv,
    idfa,
    installation_id: null,
    ip_network: network,
    country,
    user_agent: visit.userAgent === undefined ? null : cutCopy(visit.userAgent, 512),
    device_model: visitor.deviceModel,
    os_name: visitor.osName,
    os_version: visitor.osVersion,
    language: firstLanguage(visit.acceptLanguage),
    visit_params: params,
    excluded_because: visitor.machine === 'bot' ? 'bot' : original === null ? null : 'repeat',
    original_click_id: original,
    rule_index: chosen?.index ?? null,
    rule_url: chosen?.rule.url ?? null,
    code_hash: code === null ? null : hashOfCode(code),
  };
}

/** `de-AT,de;q=0.9` -> `de-at`; a tag has at most four parts that matter here. */
function firstLanguage(acceptLanguage: string | undefined): string | null {
  const tag = /^\s{0,9}([a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3})/i.exec(acceptLanguage ?? '')?.[1];
  return tag === undefined ? null : flatCopy(tag.toLowerCase());
}
