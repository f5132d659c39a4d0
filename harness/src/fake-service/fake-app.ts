import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import type { KnownApp } from '@tributary/server/apps/app-directory';
import { planNamed } from '@tributary/server/platform/settings/plans';

/** An app that the fake service knows. */
export interface FakeApp {
  readonly apiKey: string;
  readonly accountId: string;
  readonly appId: string;
  /** Signs its events. */
  readonly sdkSecret: string;
}

/** With what the service's own checks need to know about it. */
export interface KnownFakeApp extends FakeApp {
  readonly known: KnownApp;
}

/** Makes an app with a key of the real shape and fresh ids and secrets. */
export function createFakeApp(): KnownFakeApp {
  const [accountId, appId] = [randomUUID(), randomUUID()];
  const sdkSecret = randomBytes(32).toString('hex');
  return {
    apiKey: `svc_${randomBytes(32).toString('hex')}`,
    accountId,
    appId,
    sdkSecret,
    known: {
      appId,
      customerId: accountId,
      active: true,
      isStrict: false,
      planName: 'self_hosted',
      plan: planNamed('self_hosted'),
      signingKey: createSecretKey(sdkSecret, 'utf8'),
    },
  };
}
