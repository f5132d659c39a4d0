import type { LinkMethods } from '../deep-links/link-methods.ts';
import { createOpenings } from '../deep-links/openings/create-openings.ts';
import type { OpeningMethods } from '../deep-links/openings/opening-methods.ts';
import type { LinkSource, Platform } from '../platform/platform.ts';
import { createPrivacy } from '../privacy/create-privacy.ts';
import type { PrivacyMethods } from '../privacy/privacy-methods.ts';
import { openStorage } from '../storage/open-storage.ts';
import { createSeenUsage } from '../usage/create-seen-usage.ts';
import { createCoreClient } from './create-core-client.ts';
import { createPhoneFacts, type PhoneFacts } from './create-phone-facts.ts';
import type { TributaryClient } from './tributary-client.ts';

/** The client of a phone's app. */
export interface PhoneClient<Context> extends TributaryClient<Context>, OpeningMethods {}

/**
 * Creates a client with everything that a phone's app uses, not yet started.
 *
 * @param toPlatform creates the platform from what the app passes to `init`
 * @param earlySource where the system tells which URLs open the app, before `init`
 */
export function createPhoneClient<Context>(
  toPlatform: (context: Context) => Platform,
  earlySource?: () => LinkSource | undefined,
): PhoneClient<Context> {
  return createCoreClient<Context, LinkMethods & OpeningMethods & PrivacyMethods & PhoneFacts>(toPlatform, {
    openStorage,
    features: [createPhoneFacts, createOpenings(earlySource), createSeenUsage, createPrivacy],
  });
}
