import type { ClientBase } from 'pg';
import { connect } from './connect.ts';
import { migrations } from './migrations/list.ts';
import type { MigrationEntry } from './migrations/migration-entry.ts';

/** The state of a database's schema, as names of migrations. */
export interface SchemaState {
  /** Migrations that have run, in order; empty if the database has no schema of ours. */
  readonly executed: readonly string[];
  /** Migrations of this version that have not run. */
  readonly pending: readonly string[];
  /** Migrations that have run but are unknown to this version, from a newer one. */
  readonly unknown: readonly string[];
  /** Its first migrations ran in an early form, from which there is no way to the present schema. */
  readonly isTooOld: boolean;
}

/** Migrations that were withdrawn after they had run somewhere; m0020 undoes what they did. */
const WITHDRAWN = ['m0009-room-for-a-version'];

/** Reads the state of the schema without changing anything. @throws UnusableDatabaseError if it cannot be reached. */
export async function readSchemaState(databaseUrl: string): Promise<SchemaState> {
  const client = await connect(databaseUrl);
  try {
    return await readSchema(client);
  } finally {
    await client.end();
  }
}

/** The same on a connection, compared with any migrations. */
export async function readSchema(
  client: ClientBase,
  list: readonly MigrationEntry[] = migrations,
): Promise<SchemaState> {
  const found = await client.query<{ there: boolean; has_campaign_counts: boolean }>(
    `select to_regclass('schema_migrations') is not null as there,
            to_regclass('campaign_counts') is not null as has_campaign_counts`,
  );
  const { rows } = found.rows[0]?.there
    ? await client.query<{ name: string }>('select name from schema_migrations order by id')
    : { rows: [] };
  const state = compareSchema(
    rows.map(({ name }) => name),
    list,
  );
  // m0004 has created it since November 21, 2026; landed migrations have not been edited after that day's first ones.
  const isTooOld = state.executed.length > 0 && found.rows[0]?.has_campaign_counts !== true;
  return { ...state, isTooOld };
}

/** Compares executed migrations with those of this version. */
export function compareSchema(
  executed: readonly string[],
  list: readonly MigrationEntry[] = migrations,
): Omit<SchemaState, 'isTooOld'> {
  const known = list.map(({ name }) => name);
  return {
    executed,
    pending: known.filter((name) => !executed.includes(name)),
    unknown: executed.filter((name) => !known.includes(name) && !WITHDRAWN.includes(name)),
  };
}

/** Why this version cannot use a database, as a clause about it; undefined if it can, or can once it has migrated it. */
export function describeUnusable({ unknown, isTooOld }: SchemaState): string | undefined {
  if (unknown.length > 0)
    return `belongs to a newer version of the service, which this one could damage (it has ${unknown.join(', ')})`;
  if (isTooOld)
    return 'was made by a version from before commit 324424b of November 21, 2026, and cannot be brought up to date';
  return undefined;
}
