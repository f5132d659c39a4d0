import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

interface Rule {
  readonly name: string;
  readonly from: { readonly path?: string };
  readonly to: { readonly path?: string; readonly reachable?: false };
}
const { default: config } = await import(join(ROOT, '.dependency-cruiser.mjs'));
const RULES: readonly Rule[] = config.forbidden;

/** A file that breaks a rule: where it is, and what is in it. */
type Offence = readonly [path: string, text: string];

const OFFENCES: Readonly<Record<string, readonly Offence[]>> = {
  'db-stands-alone': [
    ['db/src/one.ts', `import '../../sdk/src/wire/innocent.ts';`],
    ['db/src/two.ts', `import '../../server/src/teams/innocent.ts';`],
  ],
  'sdk-stands-alone': [
    ['sdk/src/one.ts', `import '../../db/src/innocent.ts';`],
    ['sdk/src/two.ts', `import '../../server/src/teams/innocent.ts';`],
  ],
  'server-knows-only-the-wire-of-the-sdk-and-how-to-bundle-it': [
    ['server/src/teams/sdk.ts', `import '../../../sdk/src/storage/innocent.ts';`],
    ['server/src/teams/sdk-type.ts', `import type { X } from '../../../sdk/src/storage/innocent.ts';`],
  ],
  'nothing-imports-the-harness': [['scripts/harness.ts', `import '../harness/src/innocent.ts';`]],
  'only-routes-and-http-know-hono': [
    ['server/src/teams/hono.ts', `import 'hono';`],
    ['server/src/teams/hono-type.ts', `import type { Hono } from 'hono';`],
    ['server/src/teams/adapter.ts', `import '@hono/node-server';`],
  ],
  'only-the-composition-root-constructs': [
    [
      'server/src/teams/services.ts',
      `import { createServices } from '../create-services.ts'; createServices();`,
    ],
  ],
  'tests-are-not-imported': [
    ['server/src/teams/test.ts', `import './innocent.test.ts';`],
    ['server/src/teams/testing.ts', `import '../testing/innocent.ts';`],
    ['server/src/teams/own-testing.ts', `import './testing/innocent.ts';`],
    ['sdk/src/testing.ts', `import '../../sdk/src/innocent.test.ts';`],
  ],
  // A cycle is reported once, of the first file in it.
  'no-cycles': [['server/src/teams/cycle.ts', `import { b } from './z-cycle.ts'; export const a = () => b;`]],
  'folders-are-listed': [['server/src/new-folder/innocent.ts', `import '../errors.ts';`]],
  'only-the-operator-imports-the-command-line': [
    ['server/src/main-too.ts', `import './admin/innocent.ts';`],
    ['server/src/services-too.ts', `import './backup/innocent.ts';`],
  ],
  ...Object.fromEntries(RULES.map((rule) => [rule.name, offencesOfFolder(rule)]).filter(([, list]) => list)),
  ...Object.fromEntries(RULES.map((rule) => [rule.name, offencesOfLayer(rule)]).filter(([, list]) => list)),
  ...Object.fromEntries(RULES.map((rule) => [rule.name, unregistered(rule)]).filter(([, list]) => list)),
};

/** No folder may import `erasure`, which comes last on the data's way, and no domain what puts the service together. */
function offencesOfFolder({ name, to }: Rule): Offence[] | undefined {
  const folder = /^([a-z-]+)-imports$/.exec(name)?.[1];
  if (folder === undefined) return undefined;
  const other = folder === 'erasure' ? 'teams' : 'erasure';
  const isDomain = to.path === '^server/src/';
  return [
    [`server/src/${folder}/other.ts`, `import '../${other}/innocent.ts';`],
    [`server/src/${folder}/deep/other-type.ts`, `import type { X } from '../../${other}/innocent.ts';`],
    ...(isDomain ? [[`server/src/${folder}/root.ts`, `import '../workers.ts';`] as const] : []),
  ];
}

/** No folder of the SDK may import an entry, or a folder that comes later. */
function offencesOfLayer({ name }: Rule): Offence[] | undefined {
  const folder = /^(sdk\/src\/[a-z-]+)-layer$/.exec(name)?.[1];
  if (folder === undefined) return undefined;
  const entry = [`${folder}/entry.ts`, `import type { X } from '../innocent.ts';`] as const;
  const isLast = folder === 'sdk/src/served';
  return [entry, ...(isLast ? [] : [[`${folder}/later.ts`, `import '../served/innocent.ts';`] as const])];
}

/** The file that a registry does not list. */
function unregistered({ to }: Rule): Offence[] | undefined {
  return to.reachable === false
    ? [[`${to.path?.slice(1)}unregistered.ts`, 'export const x = 1;']]
    : undefined;
}

const INNOCENT: readonly Offence[] = [
  ...['db/src', 'sdk/src', 'sdk/src/wire', 'sdk/src/served', 'sdk/src/storage', 'harness/src'].map(
    innocentIn,
  ),
  ...['teams', 'teams/testing', 'erasure', 'testing', 'admin', 'backup'].map((folder) =>
    innocentIn(`server/src/${folder}`),
  ),
  ['server/src/teams/innocent.test.ts', ''],
  ['sdk/src/innocent.test.ts', ''],
  ['server/src/teams/wire.ts', `import '../../../sdk/src/wire/innocent.ts';`],
  ['server/src/teams/shared.ts', `import { AppError } from '../errors.ts'; new AppError();`],
  ['server/src/teams/services-type.ts', `import type { Services } from '../services.ts';`],
  ['server/src/teams/teams.route.ts', `import 'hono';`],
  ['server/src/teams/type-cycle.ts', `import { b } from './type-cycle-rest.ts'; export type A = typeof b;`],
  ['server/src/teams/type-cycle-rest.ts', `import type { A } from './type-cycle.ts'; export const b: A = 1;`],
  ['server/src/services.ts', 'export interface Services {}'],
  ['server/src/create-services.ts', 'export function createServices() {}'],
  ['server/src/errors.ts', 'export class AppError {}'],
  ['server/src/workers.ts', ''],
  ...['hono', '@hono/node-server'].flatMap((name): Offence[] => [
    [`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' })],
    [`node_modules/${name}/index.js`, ''],
  ]),
  // What a registry lists is found from it, also through another file.
  ...RULES.filter(({ to }) => to.reachable === false).flatMap(({ from, to }): Offence[] => {
    const [registry = '', folder = ''] = [from.path?.slice(1, -1), to.path?.slice(1)];
    const up = '../'.repeat(registry.split('/').length - 1);
    return [
      [registry, `import '${up}${folder}registered.ts';`],
      [`${folder}registered.ts`, `import './parts/part.ts';`],
      [`${folder}parts/part.ts`, ''],
      [`${folder}registered.test.ts`, ''],
    ];
  }),
];

const PARTNERS: readonly Offence[] = [
  ['server/src/teams/z-cycle.ts', `import { a } from './cycle.ts'; export const b = () => a;`],
];

function innocentIn(folder: string): Offence {
  return [`${folder}/innocent.ts`, 'export type X = 1;'];
}

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

let tree: string;
const broken = new Map<string, Set<string>>();

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'import-rules-'));
  for (const [path, text] of [...INNOCENT, ...PARTNERS, ...Object.values(OFFENCES).flat()]) {
    await mkdir(dirname(join(tree, path)), { recursive: true });
    await writeFile(join(tree, path), text);
  }
  for (const { from, rule } of (await cruise(tree, 'db', 'sdk', 'server', 'harness', 'scripts')).summary
    .violations) {
    broken.set(from, (broken.get(from) ?? new Set()).add(rule.name));
  }
});
afterAll(() => rm(tree, { recursive: true }));

interface Cruise {
  readonly modules: readonly { readonly source: string }[];
  readonly summary: { readonly violations: readonly Violation[] };
}

async function cruise(cwd: string, ...folders: readonly string[]): Promise<Cruise> {
  const depcruise = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const rules = join(ROOT, '.dependency-cruiser.mjs');
  const args = [depcruise, '--config', rules, '--output-type', 'json', ...folders];
  // It ends with the number of violations.
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, maxBuffer: 1e8 }).catch(
    (error: { stdout: string }) => error,
  );
  return JSON.parse(stdout);
}

test('`npm run lint` holds every source file to the rules', async () => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const folders = /depcruise ([^&]+)/.exec(scripts.lint)?.[1]?.trim().split(' ') ?? [];
  const seen = new Set((await cruise(ROOT, ...folders)).modules.map(({ source }) => source));

  const sources = globSync('{db,sdk,server,harness,scripts}/**/*.{ts,tsx,mjs}', {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/dist/**', '**/test-data/**'],
  });
  expect(sources.length).toBeGreaterThan(1000);
  expect(sources.filter((path) => !seen.has(path))).toEqual([]);
});

test('every import rule has an example that breaks it', () => {
  expect(Object.keys(OFFENCES).toSorted()).toEqual(RULES.map(({ name }) => name).toSorted());
});

test.each(Object.entries(OFFENCES).flatMap(([rule, offences]) => offences.map(([path]) => ({ rule, path }))))(
  '$rule refuses $path',
  ({ rule, path }) => {
    expect([...(broken.get(path) ?? [])]).toContain(rule);
  },
);

test.each(INNOCENT)('no rule minds %s', (path) => {
  expect([...(broken.get(path) ?? [])]).toEqual([]);
});
