import type { Pool } from 'pg';
import { linkIdRange } from '../../attribution/clicks/new-click-id.ts';
import { restsOn } from '../../attribution/models/models.ts';
import { queryForCustomer } from '../../platform/store/query-for-customer.ts';
import type { OpenedLink } from '../follow/open-link.ts';

/** Where a link should lead in the app, delivered to the app after it is installed. */
export interface DeferredLink {
  /** Null for a click without a link, or a link without a path. */
  readonly path: string | null;
  /** The link's own params, merged over those of the visit if it is certain whose visit it was. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly clickId: string;
  readonly slug: string | null;
  readonly campaignId: string | null;
  readonly channel: string;
}

interface LinkRow {
  readonly id: string;
  readonly customer_id: string;
  readonly slug: string;
  readonly deep_link_path: string | null;
  readonly deferred_params: Record<string, unknown>;
}

interface ClickRow {
  readonly click_id: string;
  readonly link_id: string | null;
  readonly campaign_id: string | null;
  readonly channel: string;
  readonly visit_params: string | null;
}

const LINK_COLUMNS = 'id, customer_id, slug, deep_link_path, deferred_params';
const FIND_LINKS_IN_RANGE = `select ${LINK_COLUMNS} from links where id between $1 and $2`;
const FIND_LINK = `select ${LINK_COLUMNS} from links where id = $1 and customer_id = $2`;
const FIND_CLICK = {
  name: 'find-click',
  text: `select click_id, link_id, campaign_id, channel, visit_params from clicks
         where customer_id = $1 and click_id = $2`,
};

/** The deferred link of a click on one of our links, in any account; null if there is no such click. */
export async function deferredLinkOfClick(pool: Pool, clickId: string): Promise<DeferredLink | null> {
  const values = linkIdRange(clickId);
  const links = await pool.query<LinkRow>({ name: 'find-links-in-range', text: FIND_LINKS_IN_RANGE, values });
  for (const link of links.rows) {
    const [click] = await queryForCustomer<ClickRow>(pool, link.customer_id, FIND_CLICK, [clickId]);
    if (click?.link_id === link.id) return toDeferredLink(click, link, visitParams(click));
  }
  return null;
}

/** An attribution that leads an app somewhere. */
export interface LeadingClick {
  readonly click_id: string;
  readonly model: string;
  readonly near_tie: boolean;
}

/**
 * The deferred link of the click that an install of the account was attributed to. The params of a visit belong to the
 * person who made it: they are only passed on if the click was identified. A probabilistic match passes on only the
 * link's own, and nothing if a click on another link was nearly as likely.
 */
export async function deferredLinkOfInstall(
  pool: Pool,
  customerId: string,
  { click_id, model, near_tie }: LeadingClick,
): Promise<DeferredLink | null> {
  if (near_tie) return null;
  const [click] = await queryForCustomer<ClickRow>(pool, customerId, FIND_CLICK, [click_id]);
  if (!click) return null;
  const values = [click.link_id, customerId];
  const links = await pool.query<LinkRow>({ name: 'find-link', text: FIND_LINK, values });
  return toDeferredLink(click, links.rows[0], restsOn(model, 'likeness') ? {} : visitParams(click));
}

/** Where a link leads that an app has opened without a visit. @param opened its click, and what was in the URL. */
export async function deferredLinkOfOpening(
  pool: Pool,
  customerId: string,
  { link, clickId, params }: OpenedLink,
): Promise<DeferredLink | null> {
  const values = [link.linkId, customerId];
  const { rows } = await pool.query<LinkRow>({ name: 'find-link', text: FIND_LINK, values });
  if (!rows[0]) return null;
  const { campaignId, channel } = link;
  const click = {
    click_id: clickId,
    link_id: link.linkId,
    campaign_id: campaignId,
    channel,
    visit_params: params,
  };
  return toDeferredLink(click, rows[0], visitParams(click));
}

function visitParams({ visit_params }: ClickRow): Record<string, string> {
  return JSON.parse(visit_params ?? '{}') as Record<string, string>;
}

function toDeferredLink(
  click: ClickRow,
  link: LinkRow | undefined,
  visit: Record<string, string>,
): DeferredLink {
  return {
    path: link?.deep_link_path ?? null,
    params: { ...visit, ...link?.deferred_params },
    clickId: click.click_id,
    slug: link?.slug ?? null,
    campaignId: click.campaign_id,
    channel: click.channel,
  };
}
