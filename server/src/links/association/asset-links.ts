import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createKeptTexts } from '../kept-text.ts';
import { ASSET_LINKS_BYTES } from './association-limits.ts';

/** The documents in which hosts say which apps may open their links (Digital Asset Links). */
export interface AssetLinks {
  /** A document as JSON, at most 30 s old. @param account whose domain the host is; null for the service's own host. */
  read(account: string | null): Promise<string>;
}

declare module '../../platform/services.ts' {
  interface Services {
    readonly assetLinks: AssetLinks;
  }
}

interface AssetLinksParts {
  readonly pool: Pool;
  readonly log: Logger;
  /** Unix ms. */
  readonly clock: () => number;
}

/** More than fit into the document. */
const MAX_APPS = 10_000;
const FINGERPRINT = /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/;

/** Those who were here first come first, so that later apps cannot push them out of the document. */
const readOf = (whose: string) => `
  select apps.bundle_id, apps.settings -> 'certificate_fingerprints' as fingerprints
  from apps join accounts on accounts.id = apps.customer_id
  where ${whose} and accounts.active and apps.active and apps.deleted_at is null
    and jsonb_typeof(apps.settings -> 'certificate_fingerprints') = 'array'
  order by accounts.created_at, accounts.id, apps.created_at, apps.id
  limit ${MAX_APPS}`;

const OF_ALLOWED = { name: 'read-asset-links', text: readOf('accounts.app_links_allowed') };
const OF_ACCOUNT = { name: 'read-asset-links-of-account', text: readOf('accounts.id = $1') };

/**
 * Vouches for apps that have configured their signing certificates (setting `certificate_fingerprints`): on a domain for
 * those of its account, on the service's own host for those of the accounts that the operator allows. Apps of any other
 * account could open everyone's links.
 */
export function createAssetLinks({ pool, log, clock }: AssetLinksParts): AssetLinks {
  async function readDocument(account: string | null): Promise<string> {
    const statement = account === null ? OF_ALLOWED : { ...OF_ACCOUNT, values: [account] };
    const { rows } = await pool.query<AppRow>(statement);
    const { text, leftOut } = toDocument(rows);
    if (leftOut > 0) log.warn({ leftOut }, 'assetlinks.json is full: the latest apps are not in it');
    return text;
  }
  return { read: createKeptTexts(readDocument, clock) };
}

interface AppRow {
  readonly bundle_id: string;
  readonly fingerprints: readonly unknown[];
}

function toDocument(rows: readonly AppRow[]): { text: string; leftOut: number } {
  const statements = new Set<string>();
  let bytes = 2;
  let leftOut = 0;
  for (const { bundle_id, fingerprints } of rows) {
    const valid = fingerprints.filter(isFingerprint);
    if (valid.length === 0) continue;
    const statement = toStatement(bundle_id, valid);
    if (statements.has(statement)) continue;
    const more = Buffer.byteLength(statement) + 1;
    if (bytes + more > ASSET_LINKS_BYTES) leftOut++;
    else {
      bytes += more;
      statements.add(statement);
    }
  }
  return { text: `[${[...statements].join(',')}]`, leftOut };
}

function isFingerprint(value: unknown): value is string {
  return typeof value === 'string' && FINGERPRINT.test(value);
}

function toStatement(packageName: string, fingerprints: readonly string[]): string {
  return JSON.stringify({
    relation: ['delegate_permission/common.handle_all_urls'],
    target: {
      namespace: 'android_app',
      package_name: packageName,
      sha256_cert_fingerprints: fingerprints,
    },
  });
}
