import { readFile } from 'node:fs/promises';
import { Account } from '@tributary/db/accounts/account.entity';
import { applyPlan } from '../../../links/sync/apply-plan.ts';
import { describePlan } from '../../../links/sync/describe-plan.ts';
import { planLinks } from '../../../links/sync/plan-links.ts';
import { readLinksFile } from '../../../links/sync/read-links-file.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { auditOperator } from '../audit-operator.ts';
import { type AdminCommand, AdminError, requireUuid, UsageError } from '../command.ts';
import { untilHeard } from '../until-heard.ts';

/** Campaigns kept as a file: shows what differs, and applies it only when told to. */
export const links: AdminCommand = {
  args: ['sync', 'file'],
  options: ['--account'],
  flags: ['--yes'],
  help: 'compares links with a file, and applies the difference with --yes',
  details:
    'The file is JSON: {"links": [{"app_id": "…", "slug": "…", "fallback_url": "…", …}]}, with the members that\n' +
    'list_links shows. A link that is in it is made or replaced; what is left out of it becomes empty. Other links\n' +
    'stay. Nothing is applied if anything in the file is wrong.',
  async run({ em, clock, config, print, databaseUrl }, [action, path = '', accountId], flags) {
    if (action !== 'sync') throw new UsageError('links knows only sync');
    const id = requireUuid('account', accountId);
    if ((await em.count(Account, { id })) === 0) throw new AdminError(`there is no account ${id}`);
    try {
      const plan = await planLinks(em, config, id, readLinksFile(await read(path)));
      for (const line of describePlan(plan)) print(line);
      if (plan.changes.length === 0) return;
      if (!flags.has('--yes')) return print('nothing is applied: --yes applies it');
      await em.transactional(async (tx) => {
        for (const { linkId, slug } of await applyPlan(tx, clock(), id, plan)) {
          const details = { slug };
          const target = { customerId: id, targetType: 'link', targetId: linkId, details };
          auditOperator(tx, clock, { ...target, action: 'links_sync' });
        }
      });
    } catch (error) {
      if (error instanceof AppError) throw new AdminError(error.message);
      throw error;
    }
    await untilHeard(databaseUrl, print);
    print('applied');
  },
};

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new AdminError(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}
