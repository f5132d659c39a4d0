import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openProject, ROOT } from './open-project.ts';

const run = promisify(execFile);
// Half a gigabyte that nothing else needs: `.ci/run` installs it.
const isInstalled = existsSync(join(ROOT, 'examples/expo/node_modules/metro'));
const why = isInstalled ? '' : ' (skipped: run `npm ci` in examples/expo)';

describe.skipIf(!isInstalled)(`the example for Expo${why}`, () => {
  let project: Awaited<ReturnType<typeof openProject>>;
  beforeAll(async () => {
    project = await openProject('expo');
  }, 300_000);
  afterAll(() => project?.remove());

  const runTool = (tool: string, ...args: string[]) =>
    run(join(project.folder, 'node_modules/.bin', tool), args, {
      cwd: project.folder,
      // Metro leaves its cache there.
      env: { ...process.env, TMPDIR: project.folder },
    }).catch(({ stdout, stderr }: { stdout: string; stderr: string }) => expect.fail(stdout + stderr));

  test('has the types of React Native and the SDK', async () => {
    await runTool('tsc', '--noEmit');
  });

  test.each(['android', 'ios'])(
    'is bundled by Metro for %s, with the SDK’s entry for React Native',
    async (platform) => {
      await mkdir(join(project.folder, 'dist'), { recursive: true });
      await runTool('metro', 'build', 'index.ts', '--platform', platform, '--out', `dist/${platform}.js`);
      const code = await readFile(join(project.folder, `dist/${platform}.js`), 'utf8');
      // As booleans: a failure would print megabytes.
      const has = (text: string) => code.includes(text);
      expect(['added_to_cart', 'every network counts as Wi-Fi'].map(has)).toEqual([true, true]);
      expect(['indexedDB.open', 'node:fs'].map(has)).toEqual([false, false]);
    },
    600_000,
  );
});
