import { connect } from './connect.ts';
import { migrations } from './migrations/list.ts';

/** How far the schema of a database is: names of migrations. */
export interface SchemaState {
  /** Those that ran, in their order; empty where there is nothing of ours. */
  readonly executed: readonly string[];
  /** Those of this version that did not run. */
  readonly pending: readonly string[];
  /** Those that ran and that this version does not know: a newer one's. */
  readonly unknown: readonly string[];
}

/** Reads how far the schema is, and changes nothing. @throws UnusableDatabaseError where it cannot be reached. */
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

/** What the migrations that ran somewhere mean for this version. */
export function compareSchema(executed: readonly string[]): SchemaState {
  const known = migrations.map(({ name }) => name);
  return {
    executed,
    pending: known.filter((name) => !executed.includes(name)),
    unknown: executed.filter((name) => !known.includes(name)),
  };
}
