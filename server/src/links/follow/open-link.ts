import { newClickId } from '../../attribution/clicks/new-click-id.ts';
import type { RepeatDetector } from '../../attribution/clicks/repeat-detector.ts';
import { maskedNetwork } from '../../platform/http/requests/masked-network.ts';
import type { FindCountry } from '../../platform/net/country/find-country.ts';
import { hasExpired } from '../rules/has-expired.ts';
import type { LimitedClicks } from '../rules/limited-clicks.ts';
import { clickOfVisit, visitorKey } from './click-of-visit.ts';
import type { KnownLink } from './directory/known-link.ts';
import type { VisitKeys } from './directory/visit-keys.ts';
import type { LinkVisit } from './link-visit.ts';
import type { RecordVisit } from './visit-recorder.ts';
import { readVisit } from './visitor/read-visit.ts';
import { describeVisitor } from './visitor/visitor.ts';

/** A link that was opened, and its click; that is stored, or waits to be, unless the visit only looks. */
export interface OpenedLink {
  readonly link: KnownLink;
  readonly clickId: string;
  /** The parameters of the visit, as JSON; null for none. */
  readonly params: string | null;
}

interface OpenerParts {
  readonly find: (keys: VisitKeys) => KnownLink | null | Promise<KnownLink | null>;
  readonly record: RecordVisit;
  readonly limited: LimitedClicks;
  readonly repeats: RepeatDetector;
  readonly findCountry: FindCountry;
  /** Unix ms. */
  readonly clock: () => number;
}

/**
 * Opens a link in an app of that account, without a visit: the system led to the app directly. Null for a link that
 * leads nowhere now, or is another account's.
 */
export type OpenLink = (visit: LinkVisit, customerId: string) => Promise<OpenedLink | null>;

/** Returns what opens links in apps, and hands their clicks on. */
export function createLinkOpener({
  find,
  record,
  limited,
  repeats,
  findCountry,
  clock,
}: OpenerParts): OpenLink {
  return async (visit, customerId) => {
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
    const click = clickOfVisit({ ...facts, link, clickId, original, chosen: null, code: null });
    return (await record(click, isLimited)) ? { link, clickId: original ?? clickId, params } : null;
  };
}
