import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { baseUrl } from '../base-url.ts';
import type { Config } from '../config.ts';
import { createKeptText } from './kept-text.ts';

/** The document in which the service's own host says which iOS apps may open its links (Universal Links). */
export interface AppSiteAssociation {
  /** The document as JSON, at most 30 s old. */
  read(): Promise<string>;
}

declare module '../services.ts' {
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

/** Apple reads no more. */
const MAX_BYTES = 128 * 1024;
/** More than fit into the document. */
const MAX_APPS = 5000;

/** Those who were here first come first, so that later apps cannot push them out of the document. */
const READ = `
  select apps.ios_team_id || '.' || apps.ios_bundle_id as app_id
  from apps join accounts on accounts.id = apps.customer_id
  where accounts.app_links_allowed and accounts.active and apps.active and apps.deleted_at is null
    and apps.ios_team_id is not null and apps.ios_bundle_id is not null
  order by accounts.created_at, accounts.id, apps.created_at, apps.id
  limit ${MAX_APPS}`;

/**
 * Vouches for the iOS apps of the accounts that the operator allows, as far as their team and bundle ids are known. Only
 * links open in an app: everything else of the host stays in the browser.
 */
export function createAppSiteAssociation({ pool, config, log, clock }: AssociationParts): AppSiteAssociation {
  async function readDocument(): Promise<string> {
    const { rows } = await pool.query<{ app_id: string }>({ name: 'read-app-site-association', text: READ });
    const below = new URL(`${baseUrl(config)}/l/`).pathname;
    const { text, leftOut } = toDocument([...new Set(rows.map(({ app_id }) => app_id))], below);
    if (leftOut > 0)
      log.warn({ leftOut }, 'apple-app-site-association is full: the latest apps are not in it');
    return text;
  }
  return { read: createKeptText(readDocument, clock) };
}

function toDocument(appIds: readonly string[], below: string): { text: string; leftOut: number } {
  const components = [{ '/': `${below}*/qr`, exclude: true }, { '/': `${below}*` }];
  const of = (appIDs: readonly string[]) =>
    JSON.stringify({ applinks: { details: appIDs.length === 0 ? [] : [{ appIDs, components }] } });
  let room = MAX_BYTES - Buffer.byteLength(of(['']));
  const fitting = appIds.filter((id) => {
    room -= id.length + 3;
    return room >= 0;
  });
  return { text: of(fitting), leftOut: appIds.length - fitting.length };
}
