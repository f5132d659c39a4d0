import { gunzipSync } from 'fflate/browser';
import { createMemoryAsyncStorage } from '../../platform/react-native/async-storage/memory-async-storage.ts';
import { Tributary } from '../../react-native.ts';

// Bundled and run in an engine that has the language, timers and `print`, and nothing else: an app that tracks events,
// is killed, and sends them after its next start. Prints each body that arrives, as hex.

declare const print: (line: string) => void;

const engineTimeout = setTimeout;

/** What React Native adds to the engine; the service answers for every event. */
const ADDED = {
  // Some engines run every timer at once: those of seconds guard against what hangs, and nothing here does.
  setTimeout: (run: () => void, delayMs: number) => (delayMs < 1000 ? engineTimeout(run, delayMs) : 0),
  performance: { now: () => Date.now() },
  AbortController: class {
    signal = {};
    abort() {}
  },
  async fetch(url: string, init: { body?: Uint8Array }) {
    const text = JSON.stringify(url.endsWith('/ingest') ? acceptAll(init.body) : KEY);
    return { status: 200, headers: { get: () => null }, text: async () => text };
  },
};

const KEY = { customer_id: 'c', app_id: 'a', sdk_secret: 'secret' };

function acceptAll(body: Uint8Array = new Uint8Array()) {
  const plain = gunzipSync(body);
  print(Array.from(plain, (byte) => (byte + 256).toString(16).slice(1)).join(''));
  const text = decodeURIComponent(escape(String.fromCharCode(...plain)));
  const { events } = JSON.parse(text) as { events: { event_id: string }[] };
  const results = events.map(({ event_id }) => ({
    event_id,
    status: 'accepted',
    server_timestamp: Date.now(),
  }));
  return { results, batch_size: results.length };
}

async function run(): Promise<void> {
  Object.assign(globalThis, ADDED);
  const asyncStorage = createMemoryAsyncStorage();
  const start = () => {
    Tributary.init({ modules: { asyncStorage } }, `svc_${'0'.repeat(64)}`, {
      ingestEndpoint: 'https://t.example',
      autoInstall: false,
      autoSessions: false,
    });
  };
  start();
  for (const text of ['👩🏾‍🚀 ₦ é', '\ud83d']) await Tributary.trackEvent('note', { text });
  await Tributary.identify('u-1', { plan: 'gold' });
  await Tributary.close();
  start();
  await Tributary.flush();
  await Tributary.close();
  print('done');
}

run().catch((error: Error) => print(`failed: ${error.stack ?? error}`));
