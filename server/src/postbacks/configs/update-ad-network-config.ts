import { AdNetworkConfig } from '@tributary/db/postbacks/ad-network-config.entity';
import { z } from 'zod';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { lockAccountShared } from '../../platform/auth/access/lock-account.ts';
import { displayName, optional, text, uuid } from '../../platform/http/procedures/argument-types.ts';
import { channel } from '../../platform/http/procedures/channel-argument.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { MAX_URL } from '../../platform/values/max-url.ts';
import {
  checkChannel,
  checkPostbackUrl,
  checkSettings,
  eventTypes,
  settingsArgument,
} from './config-arguments.ts';
import { configItem, toConfigItem } from './config-item.ts';
import { auditedConfig, describeConfigChanges } from './describe-config-changes.ts';
import { findOwnConfig } from './find-own-config.ts';

export const updateAdNetworkConfig = accountProcedure
  .meta({
    tag: 'ad-networks',
    summary: 'Change an ad network config',
    description:
      'Changes an ad network config; null leaves a thing as it is, and `p_settings` replaces all ' +
      'settings. Another `p_postback_url` deletes the credential, so that no one can have it sent ' +
      'elsewhere. Answers with the config. Needs the role that creating it needs.',
    role: 'developer',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
    shows: ['p_label'],
  })
  .input(
    z.strictObject({
      p_config_id: uuid,
      p_event_types: optional(eventTypes),
      p_channel: optional(channel),
      p_postback_url: optional(text(MAX_URL)),
      p_settings: optional(settingsArgument),
      p_label: optional(displayName),
    }),
  )
  .output(configItem)
  .mutation(({ ctx, input }) =>
    lockAccountShared(ctx, async (em, access) => {
      const { config, network } = await findOwnConfig(em, access, input.p_config_id);
      const { services } = ctx;
      const allowLoopback = services.config.allowLoopbackPostbacks;
      const types = input.p_event_types ?? config.eventTypes;
      const changed = {
        eventTypes: types,
        settings: checkSettings(network, input.p_settings ?? config.settings, types),
        ...(input.p_channel !== null && { channel: checkChannel(network, input.p_channel) }),
        ...(input.p_label !== null && { label: input.p_label }),
      };
      const url = input.p_postback_url && checkPostbackUrl(network, input.p_postback_url, { allowLoopback });
      const moves = url !== null && url !== config.postbackUrl;
      // In any case, and not only if there was one when the config was read: it may have been stored since.
      if (moves) await em.nativeUpdate(AdNetworkConfig, { id: config.id }, { credential: null });
      const before = auditedConfig(config);
      em.assign(config, {
        ...changed,
        ...(moves && { postbackUrl: url, credential: null }),
        updatedAt: new Date(services.clock()),
      });
      recordAudit(em, ctx, {
        customerId: config.customerId,
        action: 'update_ad_network_config',
        targetType: 'ad_network_config',
        targetId: config.id,
        details: {
          app_id: config.appId,
          changed: describeConfigChanges(before, auditedConfig(config)),
          url_changed: moves,
        },
      });
      return toConfigItem(config);
    }),
  );
