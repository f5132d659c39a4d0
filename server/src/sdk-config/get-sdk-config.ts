import { SdkConfig } from '@tributary/db/accounts/sdk-config.entity';
import { z } from 'zod';
import { accountProcedure } from '../procedures/procedure.ts';
import { sdkConfigAnswer, toSdkConfigAnswer } from './sdk-config-answer.ts';

/** The configuration that the account's SDKs get, and the part of it that the account overrides. Requires the viewer role in any team. */
export const getSdkConfig = accountProcedure
  .input(z.strictObject({}))
  .output(sdkConfigAnswer)
  .query(async ({ ctx }) => {
    const record = await ctx.em.findOne(SdkConfig, { customerId: ctx.access.accountId });
    return toSdkConfigAnswer(record);
  });
