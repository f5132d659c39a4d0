import { Account } from '@tributary/db/accounts/account.entity';
import { PLAN_NAMES, type PlanName } from '../../../platform/settings/plans.ts';
import { auditOperator } from '../audit-operator.ts';
import { type AdminCommand, AdminError, requireUuid, UsageError } from '../command.ts';
import { untilHeard } from '../until-heard.ts';

/** Is in force in every running instance when the command ends. */
export const setPlan: AdminCommand = {
  args: ['account_id', 'plan'],
  help: `changes the plan of an account: ${PLAN_NAMES.join(', ')}`,
  async run({ em, clock, print, databaseUrl }, [accountId, plan]) {
    const id = requireUuid('account_id', accountId);
    if (!isPlanName(plan)) throw new UsageError(`plan must be one of ${PLAN_NAMES.join(', ')}`);
    await em.transactional(async (tx) => {
      const account = await tx.findOne(Account, { id });
      if (!account) throw new AdminError(`there is no account ${id}`);
      const details = { from: account.plan, to: plan };
      account.plan = plan;
      auditOperator(tx, clock, {
        customerId: id,
        action: 'set_plan',
        targetType: 'account',
        targetId: id,
        details,
      });
    });
    await untilHeard(databaseUrl, print);
    print(`account ${id} is on plan ${plan}`);
  },
};

function isPlanName(name: string | undefined): name is PlanName {
  return PLAN_NAMES.some((known) => known === name);
}
