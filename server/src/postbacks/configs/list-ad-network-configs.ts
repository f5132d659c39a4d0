import { AdNetworkConfig } from '@tributary/db/postbacks/ad-network-config.entity';
import { z } from 'zod';
import { optional, uuid } from '../../platform/http/procedures/argument-types.ts';
import { listPage, pageArguments, readPage } from '../../platform/http/procedures/list-page.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { configItem, toConfigItem } from './config-item.ts';

export const listAdNetworkConfigs = accountProcedure
  .meta({
    tag: 'ad-networks',
    summary: 'List ad network configs',
    description:
      'Lists ad network configs, newest first: those of the apps of the caller’s teams and those of ' +
      'all apps; with `p_app_id` those that may serve that app. Never a credential.',
    role: 'viewer',
    audited: false,
    fails: ['NOT_FOUND'],
    shows: ['p_limit'],
  })
  .input(z.strictObject({ p_config_id: optional(uuid), p_app_id: optional(uuid), ...pageArguments }))
  .output(listPage(configItem))
  .query(async ({ ctx, input }) => {
    const { em, access } = ctx;
    const narrowed = {
      customerId: access.accountId,
      $or: [{ appId: null }, { appId: { $in: await access.visibleAppIds(input.p_app_id) } }],
      ...(input.p_config_id !== null && { id: input.p_config_id }),
    };
    return readPage(
      'list_ad_network_configs',
      input,
      ({ after, options }) => em.find(AdNetworkConfig, { $and: [narrowed, after] }, options),
      toConfigItem,
    );
  });
