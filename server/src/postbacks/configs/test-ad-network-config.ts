import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../platform/errors/errors.ts';
import { optional, uuid } from '../../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { FAILURE_CLASSES } from '../deliver/send/classify-answer.ts';
import { openConfig, readConfig } from '../deliver/send/open-config.ts';
import { sendEvent } from '../deliver/send/send-event.ts';
import { POSTBACK_EVENT_TYPES, type PostbackEventType, type PostbackFacts } from '../networks/ad-network.ts';
import { findOwnConfig } from './find-own-config.ts';

const NO_ID = '00000000-0000-0000-0000-000000000000';

export const testAdNetworkConfig = accountProcedure
  .meta({
    tag: 'ad-networks',
    summary: 'Send a test event to a network',
    description:
      'Sends a test event to a config’s network and answers with what that says. The event is ' +
      'marked: canonical has `test: true`; elsewhere its id begins with `test-`, its advertising id ' +
      'is all zeros, and `test_event_code` of the settings is sent along where the format has one. ' +
      'Nothing is recorded. Needs the role that creating the config needs.',
    role: 'developer',
    audited: false,
    fails: ['NOT_FOUND', 'CONFLICT'],
    shows: ['p_event_type'],
  })
  .input(
    z.strictObject({
      p_config_id: uuid,
      p_event_type: optional(
        z.enum(POSTBACK_EVENT_TYPES, `must be one of ${POSTBACK_EVENT_TYPES.join(', ')}`),
      ),
    }),
  )
  .output(
    z.object({
      ok: z.boolean().describe('Whether a delivery with this outcome would be `sent`.'),
      http_status: z.int().nullable(),
      class: z.enum(FAILURE_CLASSES).nullable(),
      response: z
        .string()
        .describe('The network’s answer, up to 1 KB of it and without secrets; or why there is none.'),
    }),
  )
  .mutation(async ({ ctx, input }) => {
    const { services, access } = ctx;
    const { config } = await findOwnConfig(ctx.em, access, input.p_config_id);
    const eventType =
      input.p_event_type ?? POSTBACK_EVENT_TYPES.find((type) => config.eventTypes.includes(type));
    await services.limits.postbackTestsPerAccount.consume(access.accountId);
    const sealed = await readConfig(services.workPool, config.customerId, config.id);
    if (!sealed || !eventType) throw new AppError('NOT_FOUND', 'no such ad network config');
    const facts = testFacts(config.customerId, eventType, services.clock());
    const result = await sendEvent(services.postbacks, openConfig(services.keyring, sealed), facts);
    return {
      ok: result.failure === null,
      http_status: result.httpStatus,
      class: result.failure,
      response: result.response,
    };
  });

function testFacts(customerId: string, eventType: PostbackEventType, now: number): PostbackFacts {
  return {
    deliveryId: `test-${randomUUID()}`,
    eventType,
    customerId,
    attributionId: NO_ID,
    installId: NO_ID,
    installedAt: now,
    happenedAt: now,
    model: 'organic',
    confidenceScore: 0,
    clickId: null,
    campaignId: null,
    needsConsent: false,
    gaid: NO_ID,
    userId: null,
    bundleId: 'com.example.test',
    appVersion: '1.0',
    osVersion: '14',
    deviceModel: 'test',
    sdkVersion: '1.0',
    userAgent: null,
    networkAddress: null,
    gclid: null,
    dclid: null,
    referrerGclid: null,
    consent: null,
    ...(eventType === 'purchase' ? { amount: '1', currency: 'USD' } : { amount: null, currency: null }),
    isTest: true,
  };
}
