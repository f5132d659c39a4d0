import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { bundleForEngine } from './testing/bundles/bundle-for-engine.ts';

const FOLDERS: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux64-bin', darwin: 'osx-bin' };
const HERMES = fileURLToPath(
  new URL(`${FOLDERS[process.platform]}/hermes`, import.meta.resolve('hermes-engine-cli/package.json')),
);

/** Checks what the app in the engine has sent, as the service would. */
function expectArrived(printed: string[]): void {
  expect(printed.at(-1)).toBe('done');
  const bodies = printed.slice(0, -1).map((hex) => Buffer.from(hex, 'hex').toString('utf8'));
  const events = bodies.flatMap((body) => JSON.parse(body).events);
  for (const { signature, ...event } of events) {
    const sorted = Object.fromEntries(Object.entries(event).sort(([a], [b]) => (a < b ? -1 : 1)));
    const canonical = JSON.stringify(sorted);
    expect(createHmac('sha256', 'secret').update(canonical).digest('hex')).toBe(signature);
  }
  const [first, second, third] = events;
  expect(first.event_properties).toEqual({ text: '👩🏾‍🚀 ₦ é' });
  // Half an emoji is no text: some engines send it escaped, others as the replacement character.
  expect(['\ud83d', '\ufffd']).toContain(second.event_properties.text);
  expect(third).toMatchObject({ user_id: 'u-1', custom_event_name: 'identify' });
  expect(events).toHaveLength(3);
  expect(new Set(events.map((event) => event.installation_id)).size).toBe(1);
  expect(first.installation_id).toMatch(/^[0-9a-f-]{36}$/);
}

test('without TextEncoder, crypto, URL, fetch and document the SDK works', async () => {
  const printed: string[] = [];
  const context = createContext({ print: (line: string) => printed.push(line), setTimeout, clearTimeout });
  const absent = ['TextEncoder', 'crypto', 'URL', 'fetch', 'document', 'performance', 'Buffer'];
  for (const name of absent) expect(runInContext(`typeof ${name}`, context)).toBe('undefined');
  runInContext(await bundleForEngine('es2022'), context);
  await expect.poll(() => printed.at(-1)).toMatch(/done|failed/);
  expectArrived(printed);
});

test('without TextEncoder, a client of the core on the platform of another bundle works, as the package has them', async () => {
  const context = createContext({ setTimeout, clearTimeout, performance, console });
  runInContext(await bundleForEngine('es2022', '../../core.ts', 'core'), context);
  runInContext(await bundleForEngine('es2022', '../../react-native.ts', 'phone'), context);
  const app = `(async () => {
    const client = core.createClient(phone.createReactNativePlatform);
    client.init({}, 'svc_${'0'.repeat(64)}', { ingestEndpoint: 'https://t.example', autoInstall: false, autoSessions: false });
    await client.trackEvent('note', { text: '₦' });
    const { queued } = await client.stats();
    return [client.isInitialised(), queued, typeof TextEncoder].join();
  })()`;
  expect(await runInContext(app, context)).toBe('true,1,undefined');
});

// An engine older than that of any React Native that is supported, so the script is translated as Metro does it.
test.skipIf(!existsSync(HERMES))('in Hermes the SDK works', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-hermes-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const script = join(folder, 'app.js');
  await writeFile(script, `${NEWER_METHODS}\n${await bundleForEngine('es5')}`);
  const { stdout } = await promisify(execFile)(HERMES, [script], { timeout: 60_000, maxBuffer: 2 ** 24 });
  expectArrived(stdout.trim().split('\n'));
});

/** The engine of React Native 0.72 has it. */
const NEWER_METHODS =
  'Array.prototype.at = function (index) { return this[index < 0 ? this.length + index : index]; };';
