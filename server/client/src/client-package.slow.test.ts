import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorkers } from '../../src/run/assembly/workers.ts';
import { perSuite } from '../../src/testing/per-suite.ts';
import { serveOverHttp } from '../../src/testing/serve-over-http.ts';
import { startTestService, TEST_ANON_KEY } from '../../src/testing/test-service.ts';
import { createTenant, PASSWORD, type Person, signUp } from '../../src/testing/test-tenant.ts';
import { installClient } from './testing/install-client.ts';
import { LIFE_OF_AN_APP } from './testing/life-of-an-app.ts';

const run = promisify(execFile);
const TSC = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url));
const README = new URL('../README.md', import.meta.url);

const service = perSuite(
  async () => {
    const served = await serveOverHttp(await startTestService({ env: { SIGN_UP: 'open' } }));
    return { ...served, workers: startWorkers(served.services) };
  },
  async ({ workers, close }) => {
    await workers.stop();
    await close();
  },
);

let installed: Awaited<ReturnType<typeof installClient>>;
beforeAll(async () => {
  installed = await installClient();
}, 240_000);
afterAll(() => installed?.remove());

async function write(name: string, text: string): Promise<void> {
  await writeFile(join(installed.project, name), text);
}

/** Runs a program of the project as this person; returns what it prints. */
async function runAs({ email, token }: Person, file: string, url = service.origin): Promise<string> {
  const env = {
    ...process.env,
    TRIBUTARY_URL: url,
    ANON_KEY: TEST_ANON_KEY,
    TOKEN: token,
    EMAIL: email,
    PASSWORD,
  };
  const { stdout } = await run(process.execPath, [file], { cwd: installed.project, env });
  return stdout;
}

/** What the compiler has to say of files of the project. */
async function compile(files: string[], options: object = {}): Promise<string> {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    lib: ['es2022'],
    types: ['node'],
    module: 'nodenext',
    moduleResolution: 'nodenext',
    skipDefaultLibCheck: true,
    checkers: 1,
    ...options,
  };
  await write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
  const compiled = run(TSC, [], { cwd: installed.project });
  return (await compiled.catch((failed: { stdout: string }) => failed)).stdout;
}

describe('the package', () => {
  test('has declarations in one file, which needs only @trpc/server', async () => {
    const text = await readFile(join(installed.content, 'index.d.ts'), 'utf8');
    const imported = [...text.matchAll(/(?:from|import) "([^"]+)"|import\("([^"]+)"\)/g)];
    const packages = imported.map(([, from, inline]) => (from ?? inline ?? '').split('/', 2).join('/'));
    expect(new Set(packages)).toEqual(new Set(['@trpc/server']));
    const { dependencies } = JSON.parse(await readFile(join(installed.content, 'package.json'), 'utf8'));
    expect(Object.keys(dependencies)).toEqual(['@trpc/server']);
  });

  test('says nothing of what is inside of the service', async () => {
    const text = await readFile(join(installed.content, 'index.d.ts'), 'utf8');
    expect(text).not.toMatch(/EntityManager|Services\b|pino|mikro-orm|sdkSecret/);
  });
});

const HEAD = `import { createTributaryClient } from '@tributary/client';
export const client = createTributaryClient({ url: 'http://t.example', apikey: 'a', token: async () => 't' });
`;

const RIGHT = [
  "export const id: Promise<string> = client.create_app.mutate({ p_name: 'A', p_bundle_id: 'a.b' });",
  'export const installs = async (): Promise<number> => (await client.analytics.summary.query({})).total_installs;',
  'client.list_links.query({ p_limit: 5, p_app_id: null }).then(({ items }) => items[0]?.slug.toUpperCase());',
  "createTributaryClient({ url: 'http://t.example', apikey: 'a', token: 't' });",
];

const WRONG = [
  "client.create_app.mutate({ p_name: 'A', p_bundle_id: 'a.b', p_nme: 'B' });",
  "client.create_app.mutate({ p_name: 'A' });",
  'client.list_links.query({ p_limit: true });',
  "client.create_campaign.mutate({ p_name: 'A', p_channel: 'tv' });",
  'client.create_ap.mutate({});',
  "client.create_app.query({ p_name: 'A', p_bundle_id: 'a.b' });",
  "client.analytics.summary.query({ p_app_id: 'a' });",
  'client.list_links.query({}).then(({ items }) => items[0]?.slugg);',
  "createTributaryClient({ url: 'http://t.example', apikey: 'a' });",
];

test.each([
  ['in ES modules and CommonJS', ['calls.mts', 'calls.cts'], {}],
  ['for a bundler', ['calls.ts'], { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'] }],
])(
  'the compiler knows arguments and answers, and refuses what is wrong, %s',
  async (_where, files, options) => {
    for (const file of files) await write(file, `${HEAD}${[...RIGHT, ...WRONG].join('\n')}\n`);
    const found = await compile(files, options);
    const refused = [...found.matchAll(/^(\S+\(\d+),\d+\): error/gm)].map(([, place]) => place);
    const first = HEAD.split('\n').length + RIGHT.length;
    const wrong = files.flatMap((file) => WRONG.map((_, at) => `${file}(${first + at}`));
    expect([...new Set(refused)].sort(), found).toEqual(wrong.sort());
  },
);

describe('a program', () => {
  test.each([
    ['import', 'life.mjs', "import { createTributaryClient } from '@tributary/client';"],
    ['require', 'life.cjs', "const { createTributaryClient } = require('@tributary/client');"],
  ])('runs the life of an app (%s)', async (_how, file, load) => {
    await write(file, `${load}\n${LIFE_OF_AN_APP}`);
    const person = await signUp(service);
    expect(JSON.parse(await runAs(person, file, `${service.origin}/`))).toEqual({
      installs: 1,
      clicks: 1,
      model: 'install_referrer',
      events: 2,
      wrong: { status: 400, message: expect.stringContaining('p_name') },
      tokens: 4,
      erased: true,
      afterwards: 403,
    });
  });
});

describe('README.md', () => {
  const PROGRAMS = [0, 1, 2, 3].map((at) => `readme-${at}.mts`);

  beforeAll(async () => {
    const blocks = [...(await readFile(README, 'utf8')).matchAll(/^```ts\n(.*?)^```/gms)];
    expect(blocks).toHaveLength(PROGRAMS.length);
    for (const [at, name] of PROGRAMS.entries()) await write(name, blocks[at]?.[1] ?? '');
  });

  test('has programs that compile', async () => {
    expect(await compile(PROGRAMS)).toBe('');
  });

  test.each([
    [
      'makes an app and a link',
      0,
      /^Send this link: http:.*\/l\/spring-\d+\nInstalls today and in the 30 days before: 0\n$/,
    ],
    ['signs in by itself', 1, /^Account \w+: owner\n$/],
    ['is told what was wrong', 2, /^400: p_name: must not be empty\n$/],
    ['reads a whole list', 3, /^life-of-a-list\n$/],
  ])('has a program that %s', async (_what, at, printed) => {
    const { owner, appId } = await createTenant(service);
    if (at === 3) await addLink(owner, appId);
    expect(await runAs(owner, PROGRAMS[at] ?? '')).toMatch(printed);
  });

  const addLink = (owner: Person, p_app_id: string) =>
    owner.rpc('create_deep_link', {
      p_app_id,
      p_slug: 'life-of-a-list',
      p_fallback_url: 'https://example.com/',
    });
});
