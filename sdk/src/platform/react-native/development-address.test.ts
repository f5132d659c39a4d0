import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createClient } from '../../client/create-client.ts';
import type { ClientConfig } from '../../config/client-config.ts';
import { createPhone } from '../../testing/fake-phone.ts';
import { setUpPhone, startPhoneApp } from '../../testing/start-phone-app.ts';
import { API_KEY } from '../../testing/start-service.ts';
import type { Platform } from '../platform.ts';
import { createReactNativePlatform } from './create-react-native-platform.ts';

describe('the address of a service under development', () => {
  afterEach(() => vi.unstubAllGlobals());

  function start(config: ClientConfig): { starts: boolean; log: string[] } {
    const phone = createPhone();
    const client = createClient((platform: Platform) => platform);
    onTestFinished(() => client.close());
    const platform = createReactNativePlatform({ modules: phone.modules() });
    client.init({ ...platform, log: phone.write }, API_KEY, {
      ingestEndpoint: 'http://10.0.2.2:9',
      ...config,
    });
    return { starts: client.isInitialised(), log: phone.log };
  }

  test('may be a private one in a development build, or if the app says so', () => {
    expect(start({}).starts).toBe(false);
    expect(start({ allowInsecure: true }).starts).toBe(true);
    vi.stubGlobal('__DEV__', false);
    expect(start({}).starts).toBe(false);
    vi.stubGlobal('__DEV__', true);
    expect(start({}).starts).toBe(true);
    expect(start({ allowInsecure: false }).starts).toBe(false);
    expect(start({ ingestEndpoint: 'http://t.example' }).starts).toBe(false);
  });

  test.each(['NONE', 'ERROR', 'VERBOSE', undefined] as const)(
    'is named when it is refused, at level %s',
    (logLevel) => {
      expect(start({ logLevel } as ClientConfig).log).toContainEqual(
        expect.stringMatching(/^ERROR inactive: http:\/\/10\.0\.2\.2:9 needs https or allowInsecure/),
      );
    },
  );

  test('may be what the service says', async () => {
    const set = await setUpPhone();
    set.service.config = { ingest_endpoint: 'http://192.168.0.9/v1/ingest' };
    const app = startPhoneApp(set, { allowInsecure: true, debug: true });
    await app.flush();
    expect(set.phone.log.join()).not.toContain('ingest_endpoint is invalid');
  });
});
