import { Account } from '@tributary/db/accounts/account.entity';
import { z } from 'zod';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { lockAccountExclusively } from '../../platform/auth/access/lock-account.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { givenPageTexts, pageTextsAnswer, toPageTextsAnswer } from './page-texts-answer.ts';

export const setLinkPageTexts = accountProcedure
  .meta({
    tag: 'links',
    summary: 'Word the landing pages of links',
    description:
      'Replaces what the landing pages of all the account’s links say instead of the service’s own texts: by language, and ' +
      'by the name of the text. What is left out is said as the service says it. Returns what get_link_page_texts returns, ' +
      'once every instance has confirmed the change, or after 10 s. Requires an account owner.',
    role: 'owner',
    audited: true,
    fails: [],
  })
  .input(z.strictObject({ p_texts: givenPageTexts }))
  .output(pageTextsAnswer)
  .mutation(async ({ ctx, input }) => {
    const texts = await lockAccountExclusively(ctx, async (em, access) => {
      access.requireAccountOwner();
      const { accountId: customerId } = access;
      const account = await em.findOneOrFail(Account, { id: customerId });
      const given = Object.entries(input.p_texts).filter(([, named]) => Object.keys(named ?? {}).length > 0);
      const after = given.length === 0 ? null : (Object.fromEntries(given) as typeof input.p_texts);
      const details = { before: account.linkPageTexts ?? null, after };
      em.assign(account, { linkPageTexts: after as Record<string, Record<string, string>> | null });
      recordAudit(em, ctx, {
        customerId,
        action: 'set_link_page_texts',
        targetType: 'account',
        targetId: customerId,
        details,
      });
      return after;
    });
    await ctx.services.changes.heardEverywhere(ctx.services.workPool);
    return toPageTextsAnswer(texts);
  });
