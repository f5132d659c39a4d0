import type { ClientBase, Pool } from 'pg';
import { findDomains, findOwnLinks, hostsAmong } from '../../links/procedures/refuse-own-links.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { RowError } from '../import-row.ts';
import type { LinkRow } from './link-row.ts';
import { refuseValue } from './row-refusals.ts';

/** Of the service, to which no link may lead. */
export type OwnAddress = Pick<Config, 'publicUrl' | 'host' | 'port'>;

/** What of links leads to links of this service, by row. */
export async function findOwnTargets(
  client: ClientBase | Pool,
  address: OwnAddress,
  rows: readonly LinkRow[],
): Promise<ReadonlyMap<number, readonly RowError[]>> {
  const domains = await domainsAmong(client, rows);
  const wrong = new Map<number, RowError[]>();
  for (const row of rows) {
    const errors = findOwnLinks(domains, address, row.link).map(({ argument, problem }) =>
      refuseValue(row.row, row.origin(argument), problem),
    );
    if (errors.length > 0) wrong.set(row.row, errors);
  }
  return wrong;
}

async function domainsAmong(
  client: ClientBase | Pool,
  rows: readonly LinkRow[],
): Promise<ReadonlySet<string>> {
  const hosts = hostsAmong(rows.map(({ link }) => link));
  if (hosts.length === 0) return new Set();
  const values = [JSON.stringify(hosts)];
  const found = await client.query<{ host: string }>(findDomains('$1'), values);
  return new Set(found.rows.map(({ host }) => host));
}
