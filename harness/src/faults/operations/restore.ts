import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withDatabase } from '@tributary/db/testing/with-database';
import type { FaultRig } from '../fault-rig.ts';
import type { FaultyOperation } from '../operation.ts';

/** The whole backup is there afterwards, and no row twice. */
export const restore: FaultyOperation = {
  name: 'restore',
  async prepare(rig, round) {
    const file = join(rig.folder, 'to-restore');
    if (!existsSync(file)) await rig.admin(['backup', file]);
    const source = join(rig.folder, 'rows-to-restore');
    const expected = await countRows(rig, rig.postgres.url);
    const name = `restored_${round}`;
    await rig.query(`create database ${name}`);
    const url = withDatabase(rig.postgres.url, name);
    const env = { DATABASE_URL: url, DATA_DIR: `${source}-${round}` };
    return {
      start: async () => rig.startAdmin(['restore', file], env),
      async complete() {
        const { code, err } = await rig.admin(['restore', file], env);
        const isThere = err.includes('already has data');
        const wrong = code === 0 || isThere ? [] : [`restore ended with ${code}: ${err}`];
        const found = await countRows(rig, url);
        for (const [table, rows] of Object.entries(expected))
          if (found[table] !== rows) wrong.push(`${table} has ${found[table]} rows instead of ${rows}`);
        await rig.query(`drop database ${name} with (force)`);
        return wrong;
      },
    };
  },
};

/** Of tables that nothing changes while the bench restores. */
async function countRows(rig: FaultRig, url: string): Promise<Record<string, number>> {
  const tables = ['accounts', 'apps', 'events', 'installs', 'attributions', 'device_ids', 'purchases'];
  const list = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`);
  const [row] = await rig.query<Record<string, number>>(`select ${list.join(', ')}`, [], url);
  return { ...row };
}
