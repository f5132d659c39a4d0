import { expect, onTestFinished, test, vi } from 'vitest';
import { createBrowserPlatform } from '../platform/browser/create-browser-platform.ts';
import { setUpDevice } from '../testing/set-up-device.ts';
import { API_KEY } from '../testing/start-service.ts';
import { createClient } from './create-client.ts';

const spyOnConsole = () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => said.mockRestore());
  return said;
};

test('where the system has no crypto, init says at the default level why the client is inactive', () => {
  const said = spyOnConsole();
  vi.stubGlobal('crypto', undefined);
  vi.stubGlobal('location', { href: 'https://shop.example/', origin: 'https://shop.example' });
  onTestFinished(() => void vi.unstubAllGlobals());
  const client = createClient(createBrowserPlatform);
  client.init({}, API_KEY, { ingestEndpoint: 'https://t.example' });
  expect(client.isInitialised()).toBe(false);
  expect(said.mock.calls).toEqual([[expect.stringMatching(/inactive: TypeError: .*getRandomValues/)]]);
});

test('what fails as the client starts is said at the default level, and does not throw', async () => {
  const { service, device } = await setUpDevice();
  const platform = {
    ...device.platform(),
    lifecycle: {
      onBackground() {
        throw new Error('no life');
      },
    },
  };
  const client = createClient(() => platform);
  client.init({}, API_KEY, { ingestEndpoint: service.url });
  expect(client.isInitialised()).toBe(false);
  expect(device.log).toEqual(['ERROR inactive: Error: no life']);
  expect(() => client.trackEvent('open')).toThrow(expect.objectContaining({ name: 'IllegalStateException' }));
});
