import { Account } from '@tributary/db/accounts/account.entity';
import { TeamMember } from '@tributary/db/accounts/team-member.entity';
import { z } from 'zod';
import { selectAccount } from '../../platform/auth/session/select-account.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import { personProcedure } from '../../platform/http/procedures/procedure.ts';

export const setActiveAccount = personProcedure
  .meta({
    tag: 'accounts',
    summary: 'Switch to another account',
    description:
      'Switches the caller’s session to another of their accounts; their other sessions are not ' +
      'affected.',
    role: null,
    audited: false,
    fails: ['NOT_FOUND'],
  })
  .input(z.strictObject({ p_account_id: uuid }))
  .output(z.void())
  .mutation(async ({ ctx, input }) => {
    const { em, session } = ctx;
    const id = input.p_account_id;
    const memberships = await em.count(TeamMember, { userId: session.userId, customerId: id });
    const account = memberships > 0 ? await em.findOne(Account, { id }) : null;
    if (!account) throw new AppError('NOT_FOUND', 'no such account');
    if (!account.active) throw new AppError('FORBIDDEN', 'the account is deactivated');
    await selectAccount(em, session.id, id);
  });
