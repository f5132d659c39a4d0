import { createClient } from '@tributary/sdk/core';
import { createNodePlatform } from '@tributary/sdk/node';
import { createReactNativePlatform } from '@tributary/sdk/react-native';

type Platform = ReturnType<typeof createNodePlatform>;

const API_KEY = `svc_${'0'.repeat(64)}`;
const ONLY_THESE_EVENTS = { autoInstall: false, autoSessions: false };
const PROPERTIES = { screen: 'checkout', items: 3, text: 'Zahlung per Überweisung' };

/** What one call of `trackEvent` took until its event was stored, in microseconds. */
export interface TrackTimes {
  readonly median: number;
  readonly p95: number;
}

/** The platforms that can be measured in this process; AsyncStorage is one in memory, so that only our part counts. */
export const PLATFORMS: Record<string, (directory: string) => Platform> = {
  Node: (directory) => createNodePlatform({ directory }),
  AsyncStorage: () => createReactNativePlatform({}),
};

/** Measures `calls` calls of `trackEvent`, one after another, with `queued` events waiting. */
export async function measureTracking(
  platform: Platform,
  queued: number,
  calls: number,
): Promise<TrackTimes> {
  const client = createClient((given: Platform) => given);
  client.init({ ...platform, network: async () => 'none' }, API_KEY, {
    ...ONLY_THESE_EVENTS,
    ingestEndpoint: 'http://127.0.0.1:9',
  });
  try {
    await trackAll(client, queued);
    const times: number[] = [];
    for (let call = 0; call < calls; call++) {
      const start = performance.now();
      await client.trackEvent('measured', PROPERTIES);
      times.push((performance.now() - start) * 1000);
    }
    return summarize(times);
  } finally {
    await client.close();
  }
}

/** Measures how long `events` queued events take to be sent and answered, in events a second. */
export async function measureFlush(platform: Platform, url: string, events: number): Promise<number> {
  const client = createClient((given: Platform) => given);
  let online = false;
  client.init({ ...platform, network: async () => (online ? 'wifi' : 'none') }, API_KEY, {
    ...ONLY_THESE_EVENTS,
    ingestEndpoint: url,
  });
  try {
    await trackAll(client, events);
    await client.flush();
    online = true;
    const start = performance.now();
    await client.flush();
    return events / ((performance.now() - start) / 1000);
  } finally {
    await client.close();
  }
}

async function trackAll(
  client: { trackEvent(name: string, properties: object): Promise<void> },
  count: number,
) {
  await Promise.all(Array.from({ length: count }, (_, at) => client.trackEvent(`event_${at}`, PROPERTIES)));
}

function summarize(times: readonly number[]): TrackTimes {
  const sorted = times.toSorted((a, b) => a - b);
  return { median: sorted[sorted.length >> 1] ?? 0, p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0 };
}
