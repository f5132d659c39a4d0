import type { ClickWriter } from '../../attribution/clicks/click-writer.ts';
import { newClickId } from '../../attribution/clicks/new-click-id.ts';
import type { RepeatDetector } from '../../attribution/clicks/repeat-detector.ts';
import { maskedNetwork } from '../../platform/http/requests/masked-network.ts';
import type { FindCountry } from '../../platform/net/country/find-country.ts';
import { newCode } from '../clipboard-code.ts';
import { chooseRule, type RuleFacts } from '../rules/choose-rule.ts';
import { hasExpired } from '../rules/has-expired.ts';
import type { LimitedClicks } from '../rules/limited-clicks.ts';
import type { LinkSpecial } from '../rules/link-special.ts';
import { clickOfVisit, type VisitFacts, visitorKey } from './click-of-visit.ts';
import { findLink } from './directory/find-link.ts';
import type { KnownLink } from './directory/known-link.ts';
import type { LinkDirectory } from './directory/link-directory.ts';
import type { VisitKeys } from './directory/visit-keys.ts';
import type { LandingVisit } from './landing-visit.ts';
import type { LinkVisit } from './link-visit.ts';
import { createLinkOpener, type OpenLink } from './open-link.ts';
import { followRule, redirectTarget } from './redirect-target.ts';
import { showsPage } from './shows-page.ts';
import { createVisitRecorder } from './visit-recorder.ts';
import { firstLanguage } from './visitor/first-language.ts';
import { readVisit, visitorId } from './visitor/read-visit.ts';
import { describeVisitor, type Visitor, withHints } from './visitor/visitor.ts';

/** `asksHints`: the browser hides which phone it is on, and would say so if it was asked. */
type LinkAnswer =
  | { kind: 'redirect'; to: string; asksHints?: boolean }
  | ({ kind: 'page'; asksHints?: boolean } & LandingVisit)
  | { kind: 'paused' }
  | { kind: 'unknown' };

/** Resolves links, records the clicks on them and decides where to send the visitor. */
export interface LinkFollower {
  /** Resolves when the click is stored, or after about 250 ms with the click still waiting. */
  follow(visit: LinkVisit): Promise<LinkAnswer>;
  /** See open-link.ts. */
  readonly open: OpenLink;
  /** The link that a visit means, paused or not. */
  find(keys: VisitKeys): Promise<KnownLink | null>;
}

declare module '../../platform/services.ts' {
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

/** Decides where visits lead, and hands their clicks on. */
export function createLinkFollower({
  directory,
  clicks,
  limited,
  repeats,
  findCountry,
  clock,
}: FollowerParts): LinkFollower {
  const record = createVisitRecorder({ clicks, limited });
  const find = (keys: VisitKeys) => findLink(directory, keys);
  return {
    find: async (keys) => find(keys),
    open: createLinkOpener({ find, record, limited, repeats, findCountry, clock }),
    async follow(visit) {
      const found = await find(visit.keys);
      if (found === null) return { kind: 'unknown' };
      if (!found.active) return { kind: 'paused' };
      const now = clock();
      const { special } = found;
      if (special !== undefined && hasExpired(special, now)) return ended(special);
      const visitor = withHints(describeVisitor(visit.userAgent), visit.hints);
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
      const original = repeats.originalOf(visitorKey(link, visit), clickId, now);
      const code = page?.clipboard && visitor.platform === 'ios' ? newCode() : null;
      const click = clickOfVisit({
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
      const asksHints = mayAskHints(link, visit, visitor);
      if (page) return { kind: 'page', link, visitor, clickId: original ?? clickId, code, asksHints };
      return { kind: 'redirect', to: redirectTarget(link, visitor, original ?? clickId), asksHints };
    },
  };
}

/** Of an app that stores no likeness nothing is asked. */
function mayAskHints({ strict }: KnownLink, visit: LinkVisit, visitor: Visitor): boolean {
  const isHidden = visitor.platform === 'android' && visitor.deviceModel === null && visitor.machine === null;
  return isHidden && visit.takesHints && visit.hints === null && !strict;
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
