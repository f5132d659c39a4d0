import type { InferEntity } from '@mikro-orm/core';
import type { AdNetworkConfig } from '@tributary/db/postbacks/ad-network-config.entity';
import { z } from 'zod';
import { POSTBACK_EVENT_TYPES } from '../networks/ad-network.ts';
import { postbackFormat } from '../networks/networks.ts';

export type ConfigRecord = InferEntity<typeof AdNetworkConfig>;

/** An ad network config as procedures show it, never with its credential or secret. Times are Unix ms. */
export const configItem = z.object({
  id: z.uuid(),
  app_id: z.uuid().nullable().describe('The app; null for one of all apps of the account.'),
  postback_format: postbackFormat,
  channel: z.string().nullable().describe('Which clicks it serves; null for one that takes every install.'),
  event_types: z.array(z.enum(POSTBACK_EVENT_TYPES)),
  postback_url: z.string().nullable(),
  settings: z.record(z.string(), z.unknown()),
  label: z.string().nullable(),
  has_credential: z.boolean(),
  created_at: z.int(),
  updated_at: z.int(),
});

/** A config as procedures return it: whether it has a credential, never the credential. */
export function toConfigItem(config: ConfigRecord): z.input<typeof configItem> {
  return {
    id: config.id,
    app_id: config.appId ?? null,
    postback_format: config.postbackFormat,
    channel: config.channel ?? null,
    event_types: POSTBACK_EVENT_TYPES.filter((type) => config.eventTypes.includes(type)),
    postback_url: config.postbackUrl ?? null,
    settings: config.settings,
    label: config.label ?? null,
    has_credential: config.credential != null,
    created_at: config.createdAt.getTime(),
    updated_at: config.updatedAt.getTime(),
  };
}
