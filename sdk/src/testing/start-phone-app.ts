import { onTestFinished } from 'vitest';
import { createPhoneClient, type PhoneClient } from '../client/create-phone-client.ts';
import type { ClientConfig } from '../config/client-config.ts';
import type { Platform } from '../platform/platform.ts';
import { createReactNativePlatform } from '../platform/react-native/create-react-native-platform.ts';
import type { InstalledModules } from '../platform/react-native/native-modules.ts';
import { createPhone, type Phone } from './fake-phone.ts';
import { API_KEY, type Service, startService } from './start-service.ts';

export interface PhoneAndService {
  readonly service: Service;
  readonly phone: Phone;
}

/** A phone, and a service that ends with the test. */
export async function setUpPhone(): Promise<PhoneAndService> {
  const service = await startService();
  onTestFinished(() => service[Symbol.asyncDispose]());
  return { service, phone: createPhone() };
}

/** Starts the app on the phone, whose clock and timers the test moves. */
export function startPhoneApp(
  { service, phone }: PhoneAndService,
  config: ClientConfig = {},
  modules: InstalledModules = phone.modules(),
): PhoneClient<Platform> {
  const client = createPhoneClient((platform: Platform) => platform);
  initPhoneApp(client, { service, phone }, config, modules);
  onTestFinished(() => client.close());
  return client;
}

/** Calls `init` of a client that may have been used before. */
export function initPhoneApp(
  client: PhoneClient<Platform>,
  { service, phone }: PhoneAndService,
  config: ClientConfig = {},
  modules: InstalledModules = phone.modules(),
): void {
  const platform = { ...createReactNativePlatform({ modules }), ...phone.timing(), log: phone.write };
  client.init(platform, API_KEY, {
    ingestEndpoint: service.url,
    logLevel: 'DEBUG',
    autoInstall: false,
    autoSessions: false,
    ...config,
  });
}
