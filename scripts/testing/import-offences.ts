import { FLOORS, RULES, type Rule } from '../read-import-rules.ts';

const FOLDERS = FLOORS.flatMap(({ folders }) => folders);

/** A file that may break a rule: where it is, and what is in it. */
export type SourceFile = readonly [path: string, text: string];

/** Files that break each rule, by its name. */
export const OFFENCES: Readonly<Record<string, readonly SourceFile[]>> = {
  'db-knows-only-the-table-of-event-fields': [
    ['db/src/one.ts', `import '../../sdk/src/wire/innocent.ts';`],
    ['db/src/two.ts', `import '../../server/src/accounts/innocent.ts';`],
  ],
  'sdk-stands-alone': [
    ['sdk/src/one.ts', `import '../../db/src/innocent.ts';`],
    ['sdk/src/two.ts', `import '../../server/src/accounts/innocent.ts';`],
  ],
  'server-knows-of-the-sdk-only-what-is-shared': [
    ['server/src/accounts/sdk.ts', `import '../../../sdk/src/storage/innocent.ts';`],
    ['server/src/accounts/sdk-type.ts', `import type { X } from '../../../sdk/src/storage/innocent.ts';`],
  ],
  'guide-stands-alone': [['guide/src/db.ts', `import '../../db/src/innocent.ts';`]],
  'console-knows-only-the-types-of-the-service': [
    ['server/console/src/service.ts', `import '../../src/accounts/innocent.ts';`],
    ['server/console/src/sdk.ts', `import '../../../sdk/src/innocent.ts';`],
  ],
  'client-knows-only-the-router': [
    ['server/client/src/service-type.ts', `import type { X } from '../../src/accounts/innocent.ts';`],
    ['server/client/src/sdk-type.ts', `import type { X } from '../../../sdk/src/wire/innocent.ts';`],
  ],
  'client-knows-only-types-of-the-service': [
    ['server/client/src/service.ts', `import '../../src/api/router.ts';`],
  ],
  'nothing-imports-the-client': [['server/src/accounts/client.ts', `import '../../client/src/innocent.ts';`]],
  'nothing-imports-the-console': [
    ['server/src/accounts/console.ts', `import '../../console/src/innocent.ts';`],
  ],
  'nothing-imports-the-harness': [['scripts/harness.ts', `import '../harness/src/innocent.ts';`]],
  'scripts-know-only-the-tests-of-the-database': [
    ['scripts/sdk.ts', `import '../sdk/src/innocent.ts';`],
    ['scripts/server.ts', `import '../server/src/platform/innocent.ts';`],
    ['scripts/db.ts', `import '../db/src/innocent.ts';`],
  ],
  'only-settings-of-tests-and-builds-import-scripts': [
    ['server/src/accounts/script.ts', `import '../../../scripts/innocent.ts';`],
    ['db/src/script.ts', `import type { X } from '../../scripts/innocent.ts';`],
  ],
  'only-routes-and-http-know-hono': [
    ['server/src/accounts/hono.ts', `import 'hono';`],
    ['server/src/accounts/hono-type.ts', `import type { Hono } from 'hono';`],
    ['server/src/accounts/adapter.ts', `import '@hono/node-server';`],
  ],
  'only-the-composition-root-constructs': [
    ['server/src/accounts/services.ts', `import '../run/assembly/create-services.ts';`],
  ],
  'tests-are-not-imported': [
    ['server/src/accounts/test.ts', `import './innocent.test.ts';`],
    ['server/src/accounts/testing.ts', `import '../testing/innocent.ts';`],
    ['server/src/accounts/own-testing.ts', `import './testing/innocent.ts';`],
    ['sdk/src/testing.ts', `import '../../sdk/src/innocent.test.ts';`],
  ],
  'no-cycles': [
    ['server/src/accounts/cycle.ts', `import { b } from './z-cycle.ts'; export const a = () => b;`],
    ['db/src/cycle.ts', `import { b } from './z-cycle.ts'; export type A = typeof b;`],
    ['sdk/src/cycle.ts', `import { b } from './z-cycle.ts'; export type A = typeof b;`],
  ],
  'sdk-folders-are-listed': [['sdk/src/new-folder/innocent.ts', `import '../wire/innocent.ts';`]],
  'folders-are-listed': [
    ['server/src/new-folder/innocent.ts', `import '../platform/innocent.ts';`],
    ['server/src/new-file.ts', `import './platform/innocent.ts';`],
  ],
  ...Object.fromEntries(FOLDERS.slice(0, -1).map(offencesOfFolder)),
  'main.ts-imports': [['server/src/main.ts', `import './testing/innocent.ts';`]],
  ...Object.fromEntries(RULES.map((rule) => [rule.name, offencesOfLayer(rule)]).filter(([, list]) => list)),
  ...Object.fromEntries(RULES.map((rule) => [rule.name, unregistered(rule)]).filter(([, list]) => list)),
};

/** A folder may import neither the one after it nor the last of all. */
function offencesOfFolder(folder: string, at: number): [rule: string, SourceFile[]] {
  const forbidden = [...new Set([FOLDERS[at + 1], FOLDERS.at(-1)])].flatMap((other) =>
    other === undefined ? [] : [entryOf(other)],
  );
  const offences = forbidden.flatMap((file, i): SourceFile[] => [
    [`server/src/${folder}/other-${i}.ts`, `import '../${file}';`],
    [`server/src/${folder}/deep/other-type-${i}.ts`, `import type { X } from '../../${file}';`],
  ]);
  return [`${folder}-imports`, offences];
}

function entryOf(folder: string): string {
  return folder.endsWith('.ts') ? folder : `${folder}/innocent.ts`;
}

/** No folder of the SDK may import an entry, or a folder that comes later. */
function offencesOfLayer({ name }: Rule): SourceFile[] | undefined {
  const folder = /^(sdk\/src\/[a-z-]+)-layer$/.exec(name)?.[1];
  if (folder === undefined) return undefined;
  const entry = [`${folder}/entry.ts`, `import type { X } from '../innocent.ts';`] as const;
  const isLast = folder === 'sdk/src/served';
  return [entry, ...(isLast ? [] : [[`${folder}/later.ts`, `import '../served/innocent.ts';`] as const])];
}

/** The file that a registry does not list. */
function unregistered({ to }: Rule): SourceFile[] | undefined {
  return to.reachable === false
    ? [[`${to.path?.slice(1)}unregistered.ts`, 'export const x = 1;']]
    : undefined;
}

/** Files that break none, and that others import. */
export const INNOCENT: readonly SourceFile[] = [
  ...[
    'db/src',
    'db/src/testing',
    'sdk/src',
    'sdk/src/wire',
    'sdk/src/served',
    'sdk/src/storage',
    'server/src/testing',
    'server/src/accounts/testing',
    'server/client/src',
    'server/console/src',
    'guide/src',
    'harness/src',
    'scripts',
  ].map((folder) => innocent(`${folder}/innocent.ts`)),
  ...FOLDERS.map((folder) => innocent(`server/src/${entryOf(folder)}`)),
  innocent('server/src/api/router.ts'),
  innocent('server/src/run/assembly/create-services.ts'),
  ['server/src/accounts/innocent.test.ts', ''],
  ['sdk/src/innocent.test.ts', ''],
  ['server/src/accounts/wire.ts', `import '../../../sdk/src/wire/innocent.ts';`],
  ['server/src/accounts/shared.ts', `import '../platform/innocent.ts';`],
  ['server/src/accounts/accounts.route.ts', `import 'hono';`],
  ['server/src/own-tests.test.ts', `import './main.ts';`],
  ['server/client/src/router-type.ts', `import type { X } from '../../src/api/router.ts';`],
  ['scripts/run.ts', `import '../db/src/testing/innocent.ts';`],
  ['server/vitest.config.ts', `import '../scripts/innocent.ts';`],
  ...['hono', '@hono/node-server'].flatMap((name): SourceFile[] => [
    [`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' })],
    [`node_modules/${name}/index.js`, ''],
  ]),
  // What a registry lists is found from it, also through another file.
  ...RULES.filter(({ to }) => to.reachable === false).flatMap(({ from, to }): SourceFile[] => {
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

/** What the circles of offences lead through: a circle is reported of one of its files. */
export const PARTNERS: readonly SourceFile[] = [
  ['server/src/accounts/z-cycle.ts', `import { a } from './cycle.ts'; export const b = () => a;`],
  ['db/src/z-cycle.ts', `import type { A } from './cycle.ts'; export const b: A = 1;`],
  ['sdk/src/z-cycle.ts', `import type { A } from './cycle.ts'; export const b: A = 1;`],
];

function innocent(path: string): SourceFile {
  return [path, 'export type X = 1;'];
}
