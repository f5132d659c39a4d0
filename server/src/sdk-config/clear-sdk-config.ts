import { SdkConfig } from '@tributary/db/accounts/sdk-config.entity';
import { z } from 'zod';
import { changeInTurn } from '../access/change-in-turn.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { accountProcedure } from '../procedures/procedure.ts';
import { overridesOf } from './sdk-config-answer.ts';

/** Removes all overrides and the notes; without any, nothing changes. Requires an account owner. */
export const clearSdkConfig = accountProcedure
  .input(z.strictObject({}))
  .output(z.void())
  .mutation(({ ctx }) =>
    changeInTurn(ctx, async (em, access) => {
      access.requireAccountOwner();
      const { accountId: customerId } = access;
      const record = await em.findOne(SdkConfig, { customerId });
      if (!record) return;
      recordAudit(em, ctx, {
        customerId,
        action: 'clear_sdk_config',
        targetType: 'account',
        targetId: customerId,
        details: { before: overridesOf(record) },
      });
      em.remove(record);
    }),
  );
