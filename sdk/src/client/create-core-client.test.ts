import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type Additions,
  type CoreClient,
  createCoreClient,
  createLeaveSender,
  createLinks,
  createUsage,
  openStorage,
  type Platform,
} from '../core.ts';
import type { Device } from '../testing/controlled-device.ts';
import { setUpDevice } from '../testing/set-up-device.ts';
import { API_KEY, type Service } from '../testing/start-service.ts';

let service: Service;
let device: Device;
let started: Pick<CoreClient<never>, 'close'>[];

beforeEach(async () => {
  ({ service, device } = await setUpDevice());
  device.isInteractive = true;
  started = [];
});

// Before the device's folder is removed.
afterEach(() => Promise.all(started.map((client) => client.close())));

/** A client that is started with these additions to the core. */
function start<Methods>(additions: Additions<Methods>) {
  const client = createCoreClient<Platform, Methods>((platform) => platform, additions);
  started.push(client);
  client.init(device.platform(), API_KEY, { ingestEndpoint: service.url });
  return client;
}

const LINK_METHODS = ['handleDeepLink', 'setDeferredDeepLinkListener', 'getAttribution'];

describe('a client of the core alone', () => {
  test('sends what the app tracks, and nothing by itself', async () => {
    const client = start({ openStorage, features: [] });
    await client.trackEvent('level_up', { level: 2 });
    await client.flush();
    expect(service.acceptedNames()).toEqual(['level_up']);
    device.background();
    await client.flush();
    expect(service.acceptedNames()).toEqual(['level_up']);
  });

  test('has no methods for links', () => {
    const client = start({ openStorage, features: [] });
    for (const method of LINK_METHODS) expect(client).not.toHaveProperty(method);
  });

  test('keeps its events for the next start', async () => {
    service.next['resolve-key'] = [{ status: 500 }];
    const first = start({ openStorage, features: [] });
    await first.trackEvent('kept');
    await first.close();
    const second = start({ openStorage, features: [] });
    await second.flush();
    expect(service.acceptedNames()).toEqual(['kept']);
  });
});

describe('a feature that is added', () => {
  test('usage: tracks the install and the session', async () => {
    const client = start({ openStorage, features: [createUsage] });
    await client.flush();
    expect(service.acceptedNames()).toEqual(['install', 'session_start']);
    for (const method of LINK_METHODS) expect(client).not.toHaveProperty(method);
  });

  test('links: adds its methods', async () => {
    const client = start({ openStorage, features: [createLinks] });
    const path = client.handleDeepLink('app://x?service_path=/offer');
    expect(path).toBe('/offer');
    for (const method of LINK_METHODS) expect(client).toHaveProperty(method);
  });

  test.each([
    ['sends on leaving, within the call', { createLeaveSender }, 1],
    ['does not without it', {}, 0],
  ])('%s', async (_name, added, requests) => {
    const platform = device.platform();
    let leave = () => {};
    let outliving = 0;
    const page: Platform = {
      ...platform,
      http(request) {
        if (request.keepalive) outliving++;
        return platform.http(request);
      },
      lifecycle: {
        onBackground: () => () => {},
        onLeave(listener) {
          leave = listener;
          return () => {};
        },
      },
    };
    const client = createCoreClient(() => page, { openStorage, features: [], ...added });
    started.push(client);
    client.init(undefined, API_KEY, { ingestEndpoint: service.url });
    await client.flush();
    await client.trackEvent('left');
    leave();
    expect(outliving).toBe(requests);
  });
});
