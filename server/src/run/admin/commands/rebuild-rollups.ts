import { Account } from '@tributary/db/accounts/account.entity';
import { analyzeFacts, rebuildRollups } from '../../../counters/rebuild/rebuild-rollups.ts';
import type { AdminCommand } from '../command.ts';
import { withPool } from '../with-pool.ts';

/**
 * Safe while a server is running: what is counted in the meantime is neither lost nor counted twice. Accounts are committed
 * one by one, and what is right is only compared: run again after an end in the middle, it goes on where it was.
 */
export const rebuildRollupsCommand: AdminCommand = {
  args: [],
  help: 'corrects the counters behind analytics from the stored facts and reports what was wrong; ended early, run it again',
  async run({ databaseUrl, em, print, terminal }) {
    await withPool(databaseUrl, 3, async (pool) => {
      await analyzeFacts(pool);
      const accounts = await em.find(Account, {}, { fields: ['id'], orderBy: { id: 'asc' } });
      for (const [n, { id }] of accounts.entries()) {
        terminal.progress(`account ${n + 1} of ${accounts.length}`);
        const wrong = await rebuildRollups(pool, id);
        const found = Object.entries(wrong).filter(([, rows]) => rows > 0);
        const what = found.map(([counter, rows]) => `${rows} of ${counter}`).join(', ');
        if (what !== '') print(`account ${id}: corrected ${what}`);
      }
      print(`${accounts.length} accounts checked: their counters match the stored facts`);
    });
  },
};
