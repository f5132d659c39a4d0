import { connect } from './connect.ts';
import { migrations } from './migrations/list.ts';

/** The state of a database's schema, as names of migrations. */
export interface SchemaState {
  /** Migrations that have run, in order; empty if the database has no schema of ours. */
  readonly executed: readonly string[];
  /** Migrations of this version that have not run. */
  readonly pending: readonly string[];
  /** Migrations that have run but are unknown to this version, from a newer one. */
  readonly unknown: readonly string[];
}

/** Reads the state of the schema without changing anything. @throws UnusableDatabaseError if it cannot be reached. */
export async function readSchemaState(databaseUrl: string): Promise<SchemaState> {
  const client = await connect(databaseUrl);
  try {
    const found = await client.query<{ there: boolean }>(
      `select to_regclass('schema_migrations') is not null as there`,
    );
    const { rows } = found.rows[0]?.there
      ? await client.query<{ name: string }>('select name from schema_migrations order by id')
      : { rows: [] };
    return compareSchema(rows.map(({ name }) => name));
  } finally {
    await client.end();
  }
}

/** Compares executed migrations with those of this version. */
export function compareSchema(executed: readonly string[]): SchemaState {
  const known = migrations.map(({ name }) => name);
  return {
    executed,
    pending: known.filter((name) => !executed.includes(name)),
    unknown: executed.filter((name) => !known.includes(name)),
  };
}
