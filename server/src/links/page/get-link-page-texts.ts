import { Account } from '@tributary/db/accounts/account.entity';
import { z } from 'zod';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { pageTextsAnswer, toPageTextsAnswer } from './page-texts-answer.ts';

export const getLinkPageTexts = accountProcedure
  .meta({
    tag: 'links',
    summary: 'Read how landing pages are worded',
    description:
      'What the landing pages of the account’s links say instead of the service’s own texts, and those. Requires the ' +
      'viewer role in any team.',
    role: 'viewer',
    audited: false,
    fails: [],
  })
  .input(z.strictObject({}))
  .output(pageTextsAnswer)
  .query(async ({ ctx }) => {
    const account = await ctx.em.findOneOrFail(Account, { id: ctx.access.accountId });
    return toPageTextsAnswer(account.linkPageTexts ?? null);
  });
