import { AdNetworkConfig } from '@tributary/db/postbacks/ad-network-config.entity';
import { z } from 'zod';
import { optional, uuid } from '../../procedures/argument-types.ts';
import { listPage, pageArguments, readPage } from '../../procedures/list-page.ts';
import { accountProcedure } from '../../procedures/procedure.ts';
import { configItem, toConfigItem } from './config-item.ts';

/**
 * Lists ad network configs, newest first: those of the apps of the caller's teams and those of all apps; with p_app_id
 * those that may serve that app. Never a credential.
 */
export const listAdNetworkConfigs = accountProcedure
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
