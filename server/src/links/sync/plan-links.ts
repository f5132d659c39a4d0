import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import { App } from '@tributary/db/apps/app.entity';
import { Campaign } from '@tributary/db/links/campaign.entity';
import { Link } from '@tributary/db/links/link.entity';
import { AppError } from '../../platform/errors/errors.ts';
import type { Config } from '../../platform/settings/config.ts';
import { linkKey } from '../../platform/store/changes/link-key.ts';
import type { LinkRecord } from '../procedures/find-link.ts';
import type { NewLink } from '../procedures/new-link-arguments.ts';
import { domainsAmong, findOwnLinks } from '../procedures/refuse-own-links.ts';
import { toLinkColumns } from '../procedures/to-link-columns.ts';
import { type AccountDomain, readDomains } from './read-domains.ts';
import { nameOfLink } from './read-links-file.ts';

/** A link as a file wants it, and what of it differs from the one that is there. */
interface LinkChange {
  readonly slug: string;
  /** Null for the service's own host. */
  readonly domainId: string | null;
  /** As people tell it from others. */
  readonly name: string;
  readonly appId: string;
  /** Null for a new link. */
  readonly link: LinkRecord | null;
  readonly columns: LinkColumns;
  readonly differs: readonly (keyof LinkColumns)[];
}

type LinkColumns = ReturnType<typeof toLinkColumns> & { campaignId: string | null; channel: string };

export interface LinkPlan {
  readonly changes: readonly LinkChange[];
  readonly unchanged: number;
}

/** Paths that links had elsewhere, of slugs: those are taken, as for a new link. */
const FIND_OLD_PATHS = `
  select domain_id || path as key from link_paths
  where domain_id in (select id from domains where customer_id = ?)
    and path in (select '/' || value from json_array_elements_text(?::json))`;

/** Compares wanted links of an account with those that are there. @throws AppError naming every link that cannot be. */
export async function planLinks(
  em: EntityManager,
  config: Config,
  customerId: string,
  wanted: readonly NewLink[],
): Promise<LinkPlan> {
  const apps = new Set((await em.find(App, { customerId, deletedAt: null })).map(({ id }) => id));
  const campaigns = new Map((await em.find(Campaign, { customerId })).map((row) => [row.id, row]));
  const domains = await readDomains(em, config, customerId);
  const there = await em.find(Link, {
    slug: { $in: wanted.map(({ p_slug }) => p_slug) },
    $or: [{ domainId: null }, { domainId: { $in: [...domains.ids] } }],
  });
  const byKey = new Map(there.map((link) => [linkKey(link.domainId, link.slug), link]));
  const slugs = JSON.stringify(wanted.map(({ p_slug }) => p_slug));
  const old = await em.execute<{ key: string }[]>(FIND_OLD_PATHS, [customerId, slugs]);
  const oldPaths = new Set(old.map(({ key }) => key));
  const linkHosts = await domainsAmong(em, wanted);
  const seen = new Set<string>();
  const wrong: string[] = [];
  const changes = wanted.map((input) => {
    const domain = domains.of(input.p_domain);
    const domainId = domain?.id ?? null;
    const key = linkKey(domainId, input.p_slug);
    const link = byKey.get(key) ?? null;
    const campaign = campaigns.get(input.p_campaign_id ?? '') ?? null;
    const problem = findProblem({ config, customerId, apps, campaign, link, domain, linkHosts }, input);
    if (problem !== null) wrong.push(`${nameOfLink(input)}: ${problem}`);
    // With and without the name of the default domain, a link is the same.
    else if (seen.has(key)) wrong.push(`${nameOfLink(input)}: is given twice`);
    else if (link === null && oldPaths.has(key)) wrong.push(`${nameOfLink(input)}: the slug is taken`);
    seen.add(key);
    return toChange({ input, link, domainId }, campaign?.channel ?? null);
  });
  if (wrong.length > 0) throw new AppError('VALIDATION_ERROR', wrong.join('\n'));
  const different = changes.filter(({ link, differs }) => link === null || differs.length > 0);
  return { changes: different, unchanged: changes.length - different.length };
}

interface Surroundings {
  readonly config: Config;
  readonly customerId: string;
  readonly apps: ReadonlySet<string>;
  readonly campaign: { readonly appId?: string | null | undefined } | null;
  readonly link: LinkRecord | null;
  /** Null for the service's own host, undefined for one that the account does not have. */
  readonly domain: AccountDomain | null | undefined;
  readonly linkHosts: ReadonlySet<string>;
}

function findProblem(known: Surroundings, input: NewLink): string | null {
  const { config, customerId, apps, campaign, link, domain, linkHosts } = known;
  if (domain === undefined) return 'domain: no such domain in the account';
  if (domain?.isVerified === false) return `domain: ${domain.host} is not verified`;
  if (link !== null && link.customerId !== customerId) return 'the slug is taken';
  if (!apps.has(input.p_app_id)) return 'app_id: no such app in the account';
  if (link !== null && link.appId !== input.p_app_id) return 'app_id: the link belongs to another app';
  if (input.p_campaign_id !== null && campaign === null)
    return 'campaign_id: no such campaign in the account';
  if (campaign?.appId != null && campaign.appId !== input.p_app_id)
    return 'campaign_id: belongs to another app';
  const wrong = findOwnLinks(linkHosts, config, input);
  return wrong.length === 0
    ? null
    : wrong.map(({ at, problem }) => `${at.slice('p_'.length)}: ${problem}`).join('; ');
}

function toChange(
  { input, link, domainId }: Pick<LinkChange, 'link' | 'domainId'> & { readonly input: NewLink },
  channel: string | null,
): LinkChange {
  const columns = {
    ...toLinkColumns(input),
    campaignId: input.p_campaign_id,
    channel: input.p_channel ?? channel ?? 'unknown',
  };
  const names = Object.keys(columns) as (keyof LinkColumns)[];
  const differs = link === null ? [] : names.filter((name) => !isSame(link[name], columns[name]));
  const { p_slug: slug, p_app_id: appId } = input;
  return { slug, domainId, name: nameOfLink(input), appId, link, columns, differs };
}

function isSame(stored: unknown, wanted: unknown): boolean {
  return isDeepStrictEqual(stored ?? null, wanted);
}
