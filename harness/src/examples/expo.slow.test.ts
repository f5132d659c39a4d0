import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase } from '@tributary/db/testing/test-database';
import { perSuite } from '@tributary/server/testing/per-suite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOwner } from '../backend/owner.ts';
import { spawnBackend } from '../backend/spawned-backend.ts';
import { bundlePhoneApp } from '../openings/bundle-phone-app.ts';
import { createOpeningsStand, PATH, type StandLink } from '../openings/openings-stand.ts';
import { openProject, ROOT } from './open-project.ts';
import type { System } from './react-native/native-modules.ts';
import { startApp } from './react-native/start-app.ts';

const run = promisify(execFile);
const SYSTEMS = ['android', 'ios'] as const;
// Half a gigabyte that nothing else needs: `.ci/run` installs it.
const isInstalled = existsSync(join(ROOT, 'examples/expo/node_modules/metro'));
const why = isInstalled ? '' : ' (skipped: run `npm ci` in examples/expo)';

describe.skipIf(!isInstalled)(`the example for Expo${why}`, () => {
  let project: Awaited<ReturnType<typeof openProject>>;
  beforeAll(async () => {
    project = await openProject('expo');
  }, 300_000);
  afterAll(() => project?.remove());

  const database = perSuite(createTestDatabase, ({ drop }) => drop());
  const backend = perSuite(
    () => spawnBackend({ DATABASE_URL: database.url, LOG_LEVEL: 'warn' }),
    (spawned) => spawned.close(),
  );
  const parts = perSuite(async () => ({
    backend,
    startCode: await bundlePhoneApp(),
    owner: await createOwner(backend),
  }));

  const runTool = (tool: string, ...args: string[]) =>
    run(join(project.folder, 'node_modules/.bin', tool), args, {
      cwd: project.folder,
      // Metro leaves its cache there.
      env: { ...process.env, TMPDIR: project.folder },
    }).catch(({ stdout, stderr }: { stdout: string; stderr: string }) => expect.fail(stdout + stderr));

  test('has the types of React Native and the SDK', async () => {
    await runTool('tsc', '--noEmit');
  });

  const bundles = new Map<System, Promise<string>>();
  function bundleFor(system: System): Promise<string> {
    const bundle = bundles.get(system) ?? build(system);
    bundles.set(system, bundle);
    return bundle;
  }
  async function build(system: System): Promise<string> {
    const file = `dist/${system}.js`;
    await mkdir(join(project.folder, 'dist'), { recursive: true });
    // As it is shipped, but legible in a stack.
    const how = ['--dev', 'false', '--minify', 'false'];
    await runTool('metro', 'build', 'index.ts', '--platform', system, '--out', file, ...how);
    return readFile(join(project.folder, file), 'utf8');
  }

  test.each(SYSTEMS)(
    'is bundled by Metro for %s, with the SDK’s entry for React Native',
    async (system) => {
      const code = await bundleFor(system);
      // As booleans: a failure would print megabytes.
      const has = (text: string) => code.includes(text);
      expect(['added_to_cart', 'every network counts as Wi-Fi'].map(has)).toEqual([true, true]);
      expect(['indexedDB.open', 'node:fs'].map(has)).toEqual([false, false]);
    },
    600_000,
  );

  test.each(
    SYSTEMS.flatMap((system) =>
      (['by way of the service', 'directly'] as const).map((way) => ({ system, way })),
    ),
  )(
    'is opened on $system by a link $way: cold, then while it is open, each time once',
    async ({ system, way }) => {
      const bundle = await bundleFor(system);
      const stand = await createOpeningsStand(parts);
      const env = { EXPO_PUBLIC_TRIBUTARY_URL: backend.origin, EXPO_PUBLIC_API_KEY: stand.apiKey };
      const follow = (link: StandLink) => (way === 'directly' ? link.url : stand.tap(link));
      const disk = new Map<string, string>();
      const app = startApp({ bundle, system, env, disk, initialUrl: await follow(stand.link) });
      const openings = () => app.lines.filter((line) => line.startsWith('opened:'));
      try {
        await expect.poll(() => app.texts().join('')).toContain(`You came for ${PATH}.`);
        await stand.untilInstalled();
        expect(openings()).toEqual(['opened: link']);
        app.openUrl(await follow(stand.other));
        await expect.poll(openings).toEqual(['opened: link', 'opened: link']);
        expect(await stand.clicksOn(stand.other, 1)).toBe(1);
      } finally {
        app.close();
      }
    },
    600_000,
  );

  test('is opened without a link', async () => {
    const bundle = await bundleFor('android');
    const { apiKey } = await createOpeningsStand(parts);
    const env = { EXPO_PUBLIC_TRIBUTARY_URL: backend.origin, EXPO_PUBLIC_API_KEY: apiKey };
    const app = startApp({ bundle, system: 'android', env, disk: new Map() });
    await expect.poll(() => app.lines.filter((line) => line.startsWith('opened:'))).toEqual(['opened: none']);
    expect(app.texts().join('')).not.toContain('You came');
    app.close();
  }, 600_000);
});
