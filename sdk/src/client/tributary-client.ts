import type { LinkMethods } from '../deep-links/link-methods.ts';
import type { PrivacyMethods } from '../privacy/privacy-methods.ts';
import type { CoreClient } from './core-client.ts';

/** The SDK's public interface. */
export interface TributaryClient<Context> extends CoreClient<Context>, LinkMethods, PrivacyMethods {}
