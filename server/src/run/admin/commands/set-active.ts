import { Account } from '@tributary/db/accounts/account.entity';
import { App } from '@tributary/db/apps/app.entity';
import { auditOperator } from '../audit-operator.ts';
import { type AdminCommand, AdminError, requireUuid } from '../command.ts';
import { untilHeard } from '../until-heard.ts';

/** Activates or deactivates an account: keys, events and sessions of an inactive one are refused; nothing is deleted. */
export function setAccountActive(active: boolean): AdminCommand {
  return {
    args: ['account_id'],
    help: active
      ? 'reactivates an account'
      : 'deactivates an account: refuses its keys, events and sessions; deletes nothing',
    async run({ em, clock, print, databaseUrl }, [accountId]) {
      const id = requireUuid('account_id', accountId);
      await em.transactional(async (tx) => {
        const account = await tx.findOne(Account, { id });
        if (!account) throw new AdminError(`there is no account ${id}`);
        account.active = active;
        const action = active ? 'activate_account' : 'deactivate_account';
        auditOperator(tx, clock, { customerId: id, action, targetType: 'account', targetId: id });
      });
      await untilHeard(databaseUrl, print);
      print(`account ${id} is ${active ? 'active' : 'deactivated'}`);
    },
  };
}

/** Activates or deactivates one app. */
export function setAppActive(active: boolean): AdminCommand {
  return {
    args: ['app_id'],
    help: active ? 'reactivates an app' : 'deactivates an app: refuses its keys and events; deletes nothing',
    async run({ em, clock, print, databaseUrl }, [appId]) {
      const id = requireUuid('app_id', appId);
      await em.transactional(async (tx) => {
        const app = await tx.findOne(App, { id });
        if (!app) throw new AdminError(`there is no app ${id}`);
        app.active = active;
        const action = active ? 'activate_app' : 'deactivate_app';
        auditOperator(tx, clock, { customerId: app.customerId, action, targetType: 'app', targetId: id });
      });
      await untilHeard(databaseUrl, print);
      print(`app ${id} is ${active ? 'active' : 'deactivated'}`);
    },
  };
}
