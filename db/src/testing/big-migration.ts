import { migrations } from '../migrations/list.ts';
import type { BatchedMigration, MigrationEntry } from '../migrations/migration-entry.ts';

/** Goes through a table of tests, 5000 rows a batch, and counts how often it comes by each. */
const BIG: BatchedMigration = {
  name: 'm9998-big',
  table: 'big',
  batch: `
    with chunk as (
      select id from big where id > coalesce(($1::jsonb ->> 'after')::int, 0) order by id limit 5000
    ), changed as (
      update big set visits = visits + 1 from chunk where big.id = chunk.id
    )
    select case when count(*) > 0 then json_build_object('after', max(id)) end as position, count(*)::int as rows from chunk`,
};

/** The migrations of this version, and one that goes through a big table. */
export const withBigMigration: readonly MigrationEntry[] = [...migrations, BIG];
