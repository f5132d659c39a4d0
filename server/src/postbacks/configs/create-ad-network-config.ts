import { randomBytes, randomUUID } from 'node:crypto';
import { AdNetworkConfig } from '@tributary/db/postbacks/ad-network-config.entity';
import { z } from 'zod';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { lockAccountShared } from '../../platform/auth/access/lock-account.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { displayName, optional, text, uuid } from '../../platform/http/procedures/argument-types.ts';
import { channel } from '../../platform/http/procedures/channel-argument.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { MAX_URL } from '../../platform/values/max-url.ts';
import { networkOf, postbackFormat } from '../networks/networks.ts';
import {
  checkChannel,
  checkPostbackUrl,
  checkSettings,
  eventTypes,
  settingsArgument,
} from './config-arguments.ts';
import { requireDeveloper } from './find-own-config.ts';

/** Each is read at every decision about an install of the account. */
const MAX_CONFIGS = 200;

export const createAdNetworkConfig = accountProcedure
  .meta({
    tag: 'ad-networks',
    summary: 'Report to an ad network',
    description:
      'Configures an ad network to receive installs, purchases or both, of one app or, without ' +
      '`p_app_id`, of all apps. An app’s own config replaces the account’s of the same format and ' +
      'channel. Needs the developer role in the app’s team; for all apps in the default team. ' +
      '`signing_secret` is what canonical deliveries are signed with, shown this once; it is null ' +
      'for the others, which need their credential (set_ad_network_credential).',
    role: 'developer',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
    shows: ['p_channel', 'p_postback_url', 'p_label'],
  })
  .input(
    z.strictObject({
      p_postback_format: postbackFormat,
      p_event_types: eventTypes,
      p_app_id: optional(uuid),
      p_channel: optional(channel),
      p_postback_url: optional(text(MAX_URL)),
      p_settings: optional(settingsArgument),
      p_label: optional(displayName),
    }),
  )
  .output(z.object({ id: z.uuid(), postback_format: postbackFormat, signing_secret: z.string().nullable() }))
  .mutation(async ({ ctx, input }) => {
    const { access, services } = ctx;
    await requireDeveloper(access, input.p_app_id);
    const network = networkOf(input.p_postback_format);
    if (!network) throw new Error('a format that is taken is not known');
    const allowLoopback = services.config.allowLoopbackPostbacks;
    const id = randomUUID();
    const signing_secret = network.isSigned ? randomBytes(32).toString('hex') : null;
    const config = {
      appId: input.p_app_id,
      postbackFormat: network.format,
      channel: checkChannel(network, input.p_channel),
      eventTypes: input.p_event_types,
      postbackUrl: checkPostbackUrl(network, input.p_postback_url, { allowLoopback }),
      settings: checkSettings(network, input.p_settings ?? {}, input.p_event_types),
      label: input.p_label,
    };
    await lockAccountShared(ctx, async (em, current) => {
      await requireDeveloper(current, input.p_app_id);
      const now = new Date(services.clock());
      const made = await em.count(AdNetworkConfig, { customerId: access.accountId });
      if (made >= MAX_CONFIGS) {
        throw new AppError('CONFLICT', `an account has ${MAX_CONFIGS} ad network configs at most`);
      }
      em.create(AdNetworkConfig, {
        id,
        customerId: access.accountId,
        ...config,
        credential: null,
        signingSecret:
          signing_secret && services.keyring.seal('ad-network-signing-secret', id, signing_secret),
        createdAt: now,
        updatedAt: now,
      });
      recordAudit(em, ctx, {
        customerId: access.accountId,
        action: 'create_ad_network_config',
        targetType: 'ad_network_config',
        targetId: id,
        details: { app_id: config.appId, postback_format: network.format, event_types: config.eventTypes },
      });
    });
    return { id, postback_format: network.format, signing_secret };
  });
