import { Account } from '@tributary/db/accounts/account.entity';
import { z } from 'zod';
import { lockAccountExclusively } from '../../../platform/auth/access/lock-account.ts';
import { endLinks } from '../../../platform/auth/session/mailed-links/end-links.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { text } from '../../../platform/http/procedures/argument-types.ts';
import { memberProcedure } from '../../../platform/http/procedures/procedure.ts';
import { startErasure } from '../start-erasure.ts';
import { erasureReceipt } from './erasure-receipt.ts';

export const deleteMyAccountData = memberProcedure
  .meta({
    tag: 'data-rights',
    summary: 'Delete the account',
    description:
      'Deletes the account with everything in it, irreversibly. First its keys, events, links and ' +
      'payment webhooks are refused. Once every instance has confirmed that, or after 10 s, its ' +
      'rows are erased, but for its payments, without whose they were, and the receipt. Answers ' +
      'with the receipt and how many rows of each table were erased; `complete` is false where ' +
      'there was more than could be erased within 20 s: the rest continues in the background. The ' +
      'people stay, as people without this account. Requires a signed-in owner of the account ' +
      '(access tokens are refused), and its name as `p_confirm`.',
    role: 'owner',
    audited: false,
    fails: [],
  })
  .input(z.strictObject({ p_confirm: text(200) }))
  .output(erasureReceipt)
  .mutation(async ({ ctx, input }) => {
    const receiptId = await lockAccountExclusively(ctx, async (em, access) => {
      access.requireAccountOwner();
      const account = await em.findOneOrFail(Account, { id: access.accountId });
      if (input.p_confirm !== account.name)
        throw new AppError('VALIDATION_ERROR', 'p_confirm: must be the name of the account');
      em.assign(account, { active: false });
      await em.flush();
      return startErasure(em, {
        customerId: access.accountId,
        requestedBy: ctx.session.userId,
        requestedAt: ctx.services.clock(),
      });
    });
    const { changes, erasures, workPool } = ctx.services;
    // Whoever asks stays as a person, and has nothing pending: neither a change of address nor a reset.
    await endLinks(workPool, ctx.session.userId);
    await changes.heardEverywhere(workPool);
    const { erased, complete } = await erasures.run(receiptId);
    return { receipt_id: receiptId, erased, complete };
  });
