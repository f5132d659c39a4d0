import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openFileEventStore } from './platform/node/file-event-store.ts';
import { queueName } from './storage/queue-name.ts';
import { compileTypeScript } from './testing/bundles/compile-typescript.ts';
import { installPackage } from './testing/bundles/install-package.ts';
import { resolveLikeMetro } from './testing/bundles/resolve-like-metro.ts';
import { findNodes } from './testing/pages/find-nodes.ts';
import { API_KEY, startService } from './testing/start-service.ts';
import { VERSION } from './wire/sdk-version.ts';

const run = promisify(execFile);

let installed: Awaited<ReturnType<typeof installPackage>>;
beforeAll(async () => {
  installed = await installPackage();
});
afterAll(() => installed?.remove());

const inProject = async (name: string, text: string) => {
  const path = join(installed.project, name);
  await writeFile(path, text);
  return path;
};

const inPackage = (file: string) => join(installed.content, file);
const readManifest = async () => JSON.parse(await readFile(inPackage('package.json'), 'utf8'));

describe('the package', () => {
  const entryFiles = (entry: string) => ['.d.mts', '.d.ts', '.js', '.mjs'].map((ending) => entry + ending);

  test('contains the entries with their types, the quick starts and the licences', async () => {
    const found = await readdir(installed.content, { recursive: true, withFileTypes: true });
    const files = found
      .filter((entry) => entry.isFile())
      .map((entry) => relative(installed.content, join(entry.parentPath, entry.name)));
    const shared = files.filter((path) => /^[\w-]+-[\w-]{8}\./.test(path));
    expect(files.filter((path) => !shared.includes(path)).sort()).toEqual([
      'LICENSE',
      'PrivacyInfo.xcprivacy',
      'README.md',
      'THIRD-PARTY-LICENSES',
      ...['browser', 'core'].flatMap(entryFiles),
      ...['node', 'react-native', 'react', 'web'].map((page) => `docs/sdk/${page}.md`),
      ...entryFiles('node'),
      'package.json',
      'react-native.d.ts',
      'react-native.js',
      ...entryFiles('react-server'),
      ...entryFiles('react'),
    ]);
  });

  test.each(['react.mjs', 'react.js'])('tells frameworks that %s runs in the browser', async (file) => {
    expect(await readFile(inPackage(file), 'utf8')).toMatch(/^(['"])use client\1/);
  });

  test('has the version that its events carry', async () => {
    expect((await readManifest()).version).toBe(VERSION);
  });

  test('has no dependencies, and React and every package for React Native are optional', async () => {
    const { dependencies, peerDependencies, peerDependenciesMeta } = await readManifest();
    expect(dependencies).toBeUndefined();
    expect(Object.keys(peerDependenciesMeta)).toEqual(Object.keys(peerDependencies));
    expect(Object.values(peerDependenciesMeta)).toEqual(
      Object.keys(peerDependencies).map(() => ({ optional: true })),
    );
  });
});

describe.each(findNodes())('on Node $major', ({ path }) => {
  test.each([
    ['import', 'program.mjs', "import { Tributary } from '@tributary/sdk';"],
    ['import', 'named.mjs', "import { Tributary } from '@tributary/sdk/node';"],
    ['require', 'program.cjs', "const { Tributary } = require('@tributary/sdk');"],
    ['require', 'named.cjs', "const { Tributary } = require('@tributary/sdk/node');"],
  ])('a program uses it by %s (%s)', async (_how, file, load) => {
    const service = await startService();
    onTestFinished(() => service[Symbol.asyncDispose]());
    const directory = await mkdtemp(join(installed.project, 'queue-'));
    const script = await inProject(
      file,
      `${load}
      Tributary.init({ directory: ${JSON.stringify(directory)} }, '${API_KEY}', {
        ingestEndpoint: '${service.url}',
      });
      Tributary.trackEvent('open', { text: '😀' });
      Tributary.flush().then(() => Tributary.close());`,
    );
    await run(path, [script], { cwd: installed.project });
    expect(service.acceptedNames()).toEqual(['open']);
    // It has also left the disk.
    const queue = await openFileEventStore(join(directory, 'queues', queueName(API_KEY)));
    expect(await queue.count()).toBe(0);
  });

  test('has one client, whether modules import it or scripts require it', async () => {
    const script = await inProject(
      'both.mjs',
      `import { createRequire } from 'node:module';
      const require = createRequire(import.meta.url);
      for (const entry of ['@tributary/sdk', '@tributary/sdk/browser'])
        console.log((await import(entry)).Tributary === require(entry).Tributary);`,
    );
    expect((await run(path, [script], { cwd: installed.project })).stdout).toBe('true\ntrue\n');
  });

  test.each([
    ['import', 'server.mjs', "import { TributaryProvider, useTributary } from '@tributary/sdk/react';"],
    ['require', 'server.cjs', "const { TributaryProvider, useTributary } = require('@tributary/sdk/react');"],
  ])('a server component uses the entry for React by %s, which records nothing', async (_how, file, load) => {
    const script = await inProject(
      file,
      `${load}
      useTributary().trackEvent('open').then(() => console.log(TributaryProvider({ children: 'shown' })));`,
    );
    const { stdout, stderr } = await run(path, ['--conditions=react-server', script], {
      cwd: installed.project,
    });
    expect(stdout).toBe('shown\n');
    expect(stderr).toMatch(
      /useTributary records nothing in a server component.*\n.*TributaryProvider starts/,
    );
  });

  test.each([
    ['import', 'render.mjs', "import { Tributary } from '@tributary/sdk/browser';"],
    ['require', 'render.cjs', "const { Tributary } = require('@tributary/sdk/browser');"],
  ])(
    'a page that is rendered uses the entry for browsers by %s, and sends nothing',
    async (_how, file, load) => {
      const service = await startService();
      onTestFinished(() => service[Symbol.asyncDispose]());
      const script = await inProject(
        file,
        `${load}
      Tributary.init({}, '${API_KEY}', { ingestEndpoint: '${service.url}' });
      Tributary.trackEvent('open').then(() => Tributary.flush()).then(() => console.log('rendered'));`,
      );
      expect((await run(path, [script], { cwd: installed.project })).stdout).toBe('rendered\n');
      expect(service.requests).toEqual([]);
    },
  );
});

describe('Vite', () => {
  const bundle = async (ssr: boolean) => {
    const entry = await inProject(
      'page.js',
      "import { Tributary } from '@tributary/sdk'; Tributary.init({}, '');",
    );
    const built = await build({
      root: installed.project,
      configFile: false,
      logLevel: 'silent',
      build: { write: false, ssr, rolldownOptions: { input: entry }, minify: false },
      ssr: { noExternal: true },
    });
    const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) =>
      'output' in one ? one.output : [],
    );
    return outputs.map((output) => ('code' in output ? output.code : '')).join('\n');
  };

  test('bundles the entry for browsers into a page', async () => {
    const code = await bundle(false);
    expect(code).toContain('indexedDB.open');
    expect(code).not.toMatch(/node:fs|__vite-browser-external|react-native|require\(/);
  });

  test('bundles the entry for Node into a server', async () => {
    expect(await bundle(true)).toMatch(/node:fs/);
  });
});

describe('Metro', () => {
  test.each([
    [
      'React Native, current',
      '@tributary/sdk',
      { conditions: ['react-native'], exports: true, platform: 'android' },
      'react-native.js',
    ],
    [
      'React Native, current',
      '@tributary/sdk/react-native',
      { conditions: ['react-native'], exports: true, platform: 'ios' },
      'react-native.js',
    ],
    [
      'React Native before exports',
      '@tributary/sdk',
      { conditions: [], exports: false, platform: 'ios' },
      'react-native.js',
    ],
    [
      'React Native before exports',
      '@tributary/sdk/react-native',
      { conditions: [], exports: false, platform: 'android' },
      'react-native.js',
    ],
    [
      'React Native for the web',
      '@tributary/sdk',
      { conditions: [], exports: true, platform: 'web' },
      'browser.mjs',
    ],
    [
      'React Native, current',
      '@tributary/sdk/core',
      { conditions: ['react-native'], exports: true, platform: 'ios' },
      'core.mjs',
    ],
  ] as const)('(%s) takes %s by its rules: %o', (_name, request, settings, file) => {
    const { conditions, ...others } = settings;
    const resolved = resolveLikeMetro(installed.project, request, { ...others, conditions: [...conditions] });
    expect(resolved).toBe(join('node_modules/@tributary/sdk', file));
  });

  test('allows the optional packages to be missing: each is required in a try block of its own', async () => {
    const code = await readFile(inPackage('react-native.js'), 'utf8');
    const required = [...code.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name);
    const { peerDependencies } = await readManifest();
    const { react: _react, ...native } = peerDependencies;
    expect(required.toSorted()).toEqual(Object.keys(native).toSorted());
    // The statement is the block's only one: Metro looks no further than that.
    const inTry = code.matchAll(/try \{\s*[\w.]+ = [\w.()]*require\("([^"]+)"\)[\w.()]*;\s*\} catch/g);
    expect([...inTry].map(([, name]) => name)).toEqual(required);
  });
});

describe('TypeScript', () => {
  test.each([
    ['for a web page', { module: 'esnext', moduleResolution: 'bundler' }, "{ appVersion: '1' }"],
    [
      'for React Native',
      { module: 'esnext', moduleResolution: 'bundler', customConditions: ['react-native'] },
      '{ advertisingId: async () => undefined }',
    ],
    ['for Node', { module: 'nodenext', moduleResolution: 'nodenext' }, "{ directory: '.' }"],
  ])('knows the context %s, and refuses another', async (_name, options, context) => {
    const use = `import { Tributary } from '@tributary/sdk';
      Tributary.init(${context}, 'k', { batchSize: 10 });
      // @ts-expect-error
      Tributary.init({ nothingLikeThat: 1 }, 'k');\n`;
    await inProject('use.mts', use);
    await compileTypeScript(installed.project, ['use.mts'], options);
  });
});
