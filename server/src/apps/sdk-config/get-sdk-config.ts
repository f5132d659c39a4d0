import { SdkConfig } from '@tributary/db/accounts/sdk-config.entity';
import { z } from 'zod';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { sdkConfigAnswer, toSdkConfigAnswer } from './sdk-config-answer.ts';

export const getSdkConfig = accountProcedure
  .meta({
    tag: 'sdk-config',
    summary: 'Read the SDK configuration',
    description:
      'The configuration that the account’s SDKs get, and the part of it that the account ' +
      'overrides. Requires the viewer role in any team.',
    role: 'viewer',
    audited: false,
    fails: [],
  })
  .input(z.strictObject({}))
  .output(sdkConfigAnswer)
  .query(async ({ ctx }) => {
    const record = await ctx.em.findOne(SdkConfig, { customerId: ctx.access.accountId });
    return toSdkConfigAnswer(record);
  });
