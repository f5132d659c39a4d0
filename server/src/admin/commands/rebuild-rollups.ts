import { Account } from '@tributary/db/accounts/account.entity';
import { Pool } from 'pg';
import { rebuildRollups } from '../../rollups/rebuild-rollups.ts';
import type { AdminCommand } from '../command.ts';

/** Beside a running server as well: whatever is being counted meanwhile is neither lost nor counted twice. */
export const rebuildRollupsCommand: AdminCommand = {
  args: [],
  help: 'makes the counters behind analytics what the stored facts say, and tells what was wrong',
  async run({ databaseUrl, em, print }) {
    const pool = new Pool({ connectionString: databaseUrl, application_name: 'tributary-admin', max: 1 });
    try {
      const accounts = await em.find(Account, {}, { fields: ['id'], orderBy: { id: 'asc' } });
      for (const { id } of accounts) {
        const wrong = await rebuildRollups(pool, id);
        const found = Object.entries(wrong).filter(([, rows]) => rows > 0);
        const what = found.map(([counter, rows]) => `${rows} of ${counter}`).join(', ');
        if (what !== '') print(`account ${id}: corrected ${what}`);
      }
      print(`${accounts.length} accounts are counted as their facts say`);
    } finally {
      await pool.end();
    }
  },
};
