import { createLinks } from '../deep-links/create-links.ts';
import type { LinkMethods } from '../deep-links/link-methods.ts';
import { createLeaveSender } from '../delivery/send-on-leave.ts';
import type { Platform } from '../platform/platform.ts';
import { createPrivacy } from '../privacy/create-privacy.ts';
import type { PrivacyMethods } from '../privacy/privacy-methods.ts';
import { openStorage } from '../storage/open-storage.ts';
import { createUsage } from '../usage/create-usage.ts';
import { createCoreClient } from './create-core-client.ts';
import type { TributaryClient } from './tributary-client.ts';

/**
 * Creates a client with everything, not yet started; a process may have any number of them.
 *
 * @param toPlatform creates the platform from what the app passes to `init`
 * @param defaultEndpoint the ingest endpoint if the app sets none
 */
export function createClient<Context>(
  toPlatform: (context: Context) => Platform,
  defaultEndpoint?: string,
): TributaryClient<Context> {
  return createCoreClient<Context, LinkMethods & PrivacyMethods>(
    toPlatform,
    { openStorage, createLeaveSender, features: [createLinks, createUsage, createPrivacy] },
    defaultEndpoint,
  );
}
