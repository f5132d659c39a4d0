import { hash } from 'node:crypto';
import type { ClickRecord } from '../../attribution/clicks/click-record.ts';
import { withoutTraits } from '../../attribution/clicks/without-traits.ts';
import { cutCopy } from '../../platform/values/memory/flat-copy.ts';
import { hashOfCode } from '../clipboard-code.ts';
import type { ChosenRule } from '../rules/choose-rule.ts';
import type { KnownLink } from './directory/known-link.ts';
import type { LinkVisit } from './link-visit.ts';
import { firstLanguage } from './visitor/first-language.ts';
import { readVisit } from './visitor/read-visit.ts';
import type { Visitor } from './visitor/visitor.ts';

/** What is known of a visit. */
export interface VisitFacts {
  visit: LinkVisit;
  visitor: Visitor;
  country: string | null;
  /** Unix ms. */
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

/** The click of a visit, as its app stores it. */
export function clickOfVisit(parts: ClickParts): ClickRecord {
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
  const { params, ...ids } = readVisit(visit.query);
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
    ...ids,
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

/** Tells visitors of a link apart. Hashed: of fixed size whatever a client sends, and no address is held in memory. */
export function visitorKey(link: KnownLink, { clientAddress, userAgent, query }: LinkVisit): string {
  return hash('sha1', `${link.linkId} ${clientAddress} ${userAgent ?? ''} ${query}`, 'base64');
}
