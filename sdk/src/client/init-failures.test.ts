import { expect, onTestFinished, test, vi } from 'vitest';
import { createBrowserPlatform } from '../platform/browser/create-browser-platform.ts';
import { setUpDevice } from '../testing/set-up-device.ts';
import { setUpPhone, startPhoneApp } from '../testing/start-phone-app.ts';
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

test('where the system has no TextEncoder, as a document of jsdom, init does not throw, and events are sent', async () => {
  const said = spyOnConsole();
  const { service, device } = await setUpDevice();
  vi.stubGlobal('TextEncoder', undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  const client = device.start();
  expect(client.isInitialised()).toBe(true);
  await client.trackEvent('open', { text: 'é 😀' });
  await client.flush();
  expect([...service.accepted.values()]).toMatchObject([{ event_properties: { text: 'é 😀' } }]);
  expect(said.mock.calls).toEqual([]);
});

test.each([
  ['no AppState', { AppState: undefined }],
  ['an AppState that says nothing', { AppState: {} }],
])('where React Native has %s, init does not throw, and events are sent', async (_name, lacking) => {
  const set = await setUpPhone();
  const modules = set.phone.modules();
  const app = startPhoneApp(set, {}, {
    ...modules,
    reactNative: { ...modules.reactNative, ...lacking },
  } as typeof modules);
  expect(app.isInitialised()).toBe(true);
  await app.trackEvent('open');
  await app.flush();
  expect(set.service.acceptedNames()).toEqual(['open']);
});
