import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { baseUrl } from '../../platform/settings/base-url.ts';
import type { Config } from '../../platform/settings/config.ts';
import { createKeptTexts } from '../kept-text.ts';
import { SERVICE_NAMES } from '../service-path.ts';
import { APP_SITE_ASSOCIATION_BYTES } from './association-limits.ts';

/** The documents in which hosts say which iOS apps may open their links (Universal Links). */
export interface AppSiteAssociation {
  /** A document as JSON, at most 30 s old. @param account whose domain the host is; null for the service's own host. */
  read(account: string | null): Promise<string>;
}

declare module '../../platform/services.ts' {
  interface Services {
    readonly appSiteAssociation: AppSiteAssociation;
  }
}

interface AssociationParts {
  readonly pool: Pool;
  readonly config: Pick<Config, 'publicUrl' | 'host' | 'port'>;
  readonly log: Logger;
  /** Unix ms. */
  readonly clock: () => number;
}

/** More than fit into the document. */
const MAX_APPS = 5000;

/** Those who were here first come first, so that later apps cannot push them out of the document. */
const readOf = (whose: string) => `
  select apps.ios_team_id || '.' || apps.ios_bundle_id as app_id
  from apps join accounts on accounts.id = apps.customer_id
  where ${whose} and accounts.active and apps.active and apps.deleted_at is null
    and apps.ios_team_id is not null and apps.ios_bundle_id is not null
  order by accounts.created_at, accounts.id, apps.created_at, apps.id
  limit ${MAX_APPS}`;

const OF_ALLOWED = { name: 'read-app-site-association', text: readOf('accounts.app_links_allowed') };
const OF_ACCOUNT = { name: 'read-app-site-association-of-account', text: readOf('accounts.id = $1') };

/**
 * Vouches for iOS apps whose team and bundle ids are known: on a domain for those of its account, on the service's own
 * host for those of the accounts that the operator allows. Only links open in an app: everything else of the host stays
 * in the browser.
 */
export function createAppSiteAssociation({ pool, config, log, clock }: AssociationParts): AppSiteAssociation {
  async function readDocument(account: string | null): Promise<string> {
    const statement = account === null ? OF_ALLOWED : { ...OF_ACCOUNT, values: [account] };
    const { rows } = await pool.query<{ app_id: string }>(statement);
    const components = account === null ? componentsOf(config) : OF_DOMAIN;
    const { text, leftOut } = toDocument([...new Set(rows.map(({ app_id }) => app_id))], components);
    if (leftOut > 0)
      log.warn({ leftOut }, 'apple-app-site-association is full: the latest apps are not in it');
    return text;
  }
  return { read: createKeptTexts(readDocument, clock) };
}

/** The first that fits a path says whether it opens the app. */
type Components = readonly { readonly '/': string; readonly exclude?: true }[];

function componentsOf(config: AssociationParts['config']): Components {
  const below = new URL(`${baseUrl(config)}/l/`).pathname;
  return [{ '/': `${below}*/qr`, exclude: true }, { '/': `${below}*` }];
}

/** Links of a domain are at its root as well. */
const OF_DOMAIN: Components = [
  { '/': '/l/*/qr', exclude: true },
  ...SERVICE_NAMES.map((name) => ({ '/': `/${name}/*`, exclude: true }) as const),
  { '/': '/*' },
];

function toDocument(appIds: readonly string[], components: Components): { text: string; leftOut: number } {
  const of = (appIDs: readonly string[]) =>
    JSON.stringify({ applinks: { details: appIDs.length === 0 ? [] : [{ appIDs, components }] } });
  let room = APP_SITE_ASSOCIATION_BYTES - Buffer.byteLength(of(['']));
  const fitting = appIds.filter((id) => {
    room -= id.length + 3;
    return room >= 0;
  });
  return { text: of(fitting), leftOut: appIds.length - fitting.length };
}
