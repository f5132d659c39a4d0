import { Account } from '@tributary/db/accounts/account.entity';
import { auditOperator } from '../audit-operator.ts';
import { type AdminCommand, AdminError, requireUuid } from '../command.ts';

/** Says whether the apps of an account may open the links of the service's own host; the first account's may from the start. */
export function setAppLinks(allowed: boolean): AdminCommand {
  return {
    args: ['account_id'],
    help: allowed
      ? 'lets the apps of an account open the links of this host (assetlinks.json)'
      : 'no longer lets the apps of an account open the links of this host',
    details:
      'The first account made is allowed from the start, and no other. An app that is allowed can open the links of every\n' +
      'account on this host, so allow only accounts that you trust. A change shows within 60 s.',
    async run({ em, clock, print }, [accountId]) {
      const id = requireUuid('account_id', accountId);
      await em.transactional(async (tx) => {
        const account = await tx.findOne(Account, { id });
        if (!account) throw new AdminError(`there is no account ${id}`);
        account.appLinksAllowed = allowed;
        const action = allowed ? 'allow_app_links' : 'forbid_app_links';
        auditOperator(tx, clock, { customerId: id, action, targetType: 'account', targetId: id });
      });
      print(`the apps of account ${id} ${allowed ? 'may' : 'may not'} open the links of this host`);
    },
  };
}
