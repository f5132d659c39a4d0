import type { ClientBase, Pool } from 'pg';
import type { Config } from '../../config.ts';
import { FIND_DOMAINS, hostsAmong, refuseLinksOn } from '../../links/procedures/refuse-own-links.ts';
import { toAppError } from '../../to-app-error.ts';
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
    const clauses = problemsOf(() => refuseLinksOn(domains, address, row.link));
    if (clauses.length > 0)
      wrong.set(
        row.row,
        clauses.map((clause) => toRowError(row, clause)),
      );
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
  const found = await client.query<{ host: string }>(FIND_DOMAINS.replace('?', '$1'), values);
  return new Set(found.rows.map(({ host }) => host));
}

/** What a check says of each argument: `p_fallback_url: must …`. */
function problemsOf(check: () => void): string[] {
  try {
    check();
    return [];
  } catch (thrown) {
    return toAppError(thrown).message.split('; ');
  }
}

function toRowError({ row, origin }: LinkRow, clause: string): RowError {
  const [, argument = '', reason = clause] = /^(p_\w+)[^:]*: (.*)$/s.exec(clause) ?? [];
  return refuseValue(row, origin(argument), reason);
}
