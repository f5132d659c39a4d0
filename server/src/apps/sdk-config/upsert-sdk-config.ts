import { SdkConfig } from '@tributary/db/accounts/sdk-config.entity';
import { z } from 'zod';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { lockAccountExclusively } from '../../platform/auth/access/lock-account.ts';
import { optional, text } from '../../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { overridesOf, sdkConfigAnswer, toSdkConfigAnswer } from './sdk-config-answer.ts';

const trueOrFalse = optional(z.boolean('must be true or false'));
const between = (min: number, max: number) => [`must be between ${min} and ${max}`, min, max] as const;
const wholeNumber = (min: number, max: number) => {
  const [error] = between(min, max);
  return optional(z.int('must be a whole number').min(min, error).max(max, error));
};

const settings = z.strictObject({
  p_tracking_enabled: trueOrFalse,
  p_sampling_rate: optional(z.number('must be a number').min(0, between(0, 1)[0]).max(1, between(0, 1)[0])),
  p_wifi_only_mode: trueOrFalse,
  p_batch_size: wholeNumber(1, 50),
  p_flush_interval_ms: wholeNumber(1000, 86_400_000),
  p_suppress_on_low_battery: trueOrFalse,
  p_notes: optional(text(1000)),
});

export const upsertSdkConfig = accountProcedure
  .meta({
    tag: 'sdk-config',
    summary: 'Override the SDK configuration',
    description:
      'Replaces the account’s overrides of the SDK configuration: a setting that is left out or ' +
      'null inherits the platform’s default. SDKs get it the next time they resolve their key. ' +
      'Returns what get_sdk_config returns. Requires an account owner.',
    role: 'owner',
    audited: true,
    fails: [],
    shows: ['p_sampling_rate', 'p_batch_size', 'p_wifi_only_mode', 'p_notes'],
  })
  .input(settings)
  .output(sdkConfigAnswer)
  .mutation(({ ctx, input }) =>
    lockAccountExclusively(ctx, async (em, access) => {
      access.requireAccountOwner();
      const { accountId: customerId } = access;
      const values = {
        trackingEnabled: input.p_tracking_enabled,
        samplingRate: input.p_sampling_rate,
        wifiOnlyMode: input.p_wifi_only_mode,
        batchSize: input.p_batch_size,
        flushIntervalMs: input.p_flush_interval_ms,
        suppressOnLowBattery: input.p_suppress_on_low_battery,
        notes: input.p_notes,
        updatedAt: new Date(ctx.services.clock()),
        updatedBy: ctx.session.userId,
      };
      const known = await em.findOne(SdkConfig, { customerId });
      const before = known ? overridesOf(known) : null;
      const record = known ? em.assign(known, values) : em.create(SdkConfig, { customerId, ...values });
      recordAudit(em, ctx, {
        customerId,
        action: 'upsert_sdk_config',
        targetType: 'account',
        targetId: customerId,
        details: { before, after: overridesOf(record), notes: input.p_notes },
      });
      return toSdkConfigAnswer(record);
    }),
  );
