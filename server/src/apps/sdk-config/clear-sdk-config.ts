import { SdkConfig } from '@tributary/db/accounts/sdk-config.entity';
import { z } from 'zod';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { lockAccountExclusively } from '../../platform/auth/access/lock-account.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { overridesOf } from './sdk-config-answer.ts';

export const clearSdkConfig = accountProcedure
  .meta({
    tag: 'sdk-config',
    summary: 'Remove the overrides of the SDK configuration',
    description:
      'Removes all overrides and the notes; without any, nothing changes. Requires an account ' + 'owner.',
    role: 'owner',
    audited: true,
    fails: [],
  })
  .input(z.strictObject({}))
  .output(z.void())
  .mutation(({ ctx }) =>
    lockAccountExclusively(ctx, async (em, access) => {
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
