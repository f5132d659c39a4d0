import { LAYERS, RULES, type Rule } from '../read-import-rules.ts';

/** A file that may break a rule: where it is, and what is in it. */
export type SourceFile = readonly [path: string, text: string];

/** Files that break each rule, by its name. */
export const OFFENCES: Readonly<Record<string, readonly SourceFile[]>> = {
  'db-knows-only-the-table-of-event-fields': [
    ['db/src/one.ts', `import '../../sdk/src/wire/innocent.ts';`],
    ['db/src/two.ts', `import '../../server/src/teams/innocent.ts';`],
  ],
  'sdk-stands-alone': [
    ['sdk/src/one.ts', `import '../../db/src/innocent.ts';`],
    ['sdk/src/two.ts', `import '../../server/src/teams/innocent.ts';`],
  ],
  'server-knows-of-the-sdk-only-what-is-shared': [
    ['server/src/teams/sdk.ts', `import '../../../sdk/src/storage/innocent.ts';`],
    ['server/src/teams/sdk-type.ts', `import type { X } from '../../../sdk/src/storage/innocent.ts';`],
  ],
  'guide-stands-alone': [['guide/src/db.ts', `import '../../db/src/innocent.ts';`]],
  'console-knows-only-the-types-of-the-service': [
    ['server/console/src/service.ts', `import '../../src/teams/innocent.ts';`],
    ['server/console/src/sdk.ts', `import '../../../sdk/src/innocent.ts';`],
  ],
  'client-knows-only-the-router': [
    ['server/client/src/service-type.ts', `import type { X } from '../../src/teams/innocent.ts';`],
    ['server/client/src/sdk-type.ts', `import type { X } from '../../../sdk/src/wire/innocent.ts';`],
  ],
  'client-knows-only-types-of-the-service': [
    ['server/client/src/service.ts', `import '../../src/router.ts';`],
  ],
  'nothing-imports-the-client': [['server/src/teams/client.ts', `import '../../client/src/innocent.ts';`]],
  'nothing-imports-the-console': [['server/src/teams/console.ts', `import '../../console/src/innocent.ts';`]],
  'nothing-imports-the-harness': [['scripts/harness.ts', `import '../harness/src/innocent.ts';`]],
  'scripts-know-only-the-tests-of-the-database': [
    ['scripts/sdk.ts', `import '../sdk/src/innocent.ts';`],
    ['scripts/server.ts', `import '../server/src/errors.ts';`],
    ['scripts/db.ts', `import '../db/src/innocent.ts';`],
  ],
  'only-settings-of-tests-and-builds-import-scripts': [
    ['server/src/teams/script.ts', `import '../../../scripts/innocent.ts';`],
    ['db/src/script.ts', `import type { X } from '../../scripts/innocent.ts';`],
  ],
  'only-routes-and-http-know-hono': [
    ['server/src/teams/hono.ts', `import 'hono';`],
    ['server/src/teams/hono-type.ts', `import type { Hono } from 'hono';`],
    ['server/src/teams/adapter.ts', `import '@hono/node-server';`],
  ],
  'only-the-composition-root-constructs': [
    ['server/src/teams/services.ts', `import '../assembly/create-services.ts';`],
  ],
  'tests-are-not-imported': [
    ['server/src/teams/test.ts', `import './innocent.test.ts';`],
    ['server/src/teams/testing.ts', `import '../testing/innocent.ts';`],
    ['server/src/teams/own-testing.ts', `import './testing/innocent.ts';`],
    ['sdk/src/testing.ts', `import '../../sdk/src/innocent.test.ts';`],
  ],
  'no-cycles': [
    ['server/src/teams/cycle.ts', `import { b } from './z-cycle.ts'; export const a = () => b;`],
    ['db/src/cycle.ts', `import { b } from './z-cycle.ts'; export type A = typeof b;`],
    ['sdk/src/cycle.ts', `import { b } from './z-cycle.ts'; export type A = typeof b;`],
  ],
  'sdk-folders-are-listed': [['sdk/src/new-folder/innocent.ts', `import '../wire/innocent.ts';`]],
  'rooms-are-listed': [
    ['server/src/new-folder/innocent.ts', `import '../errors.ts';`],
    ['server/src/new-file.ts', `import './errors.ts';`],
  ],
  ...Object.fromEntries(LAYERS.flatMap(({ rooms }) => Object.keys(rooms).map(offencesOfRoom))),
  ...Object.fromEntries(RULES.map((rule) => [rule.name, offencesOfLayer(rule)]).filter(([, list]) => list)),
  ...Object.fromEntries(RULES.map((rule) => [rule.name, unregistered(rule)]).filter(([, list]) => list)),
};

/** A room may import neither the last room of its layer that it does not list, nor the first of the layer above. */
function offencesOfRoom(room: string): [rule: string, SourceFile[]] {
  const height = LAYERS.findIndex(({ rooms }) => room in rooms);
  const { [room]: listed = [], ...beside } = LAYERS[height]?.rooms ?? {};
  const forbidden = [
    Object.keys(beside).findLast((other) => !listed.includes(other)),
    Object.keys(LAYERS[height + 1]?.rooms ?? {})[0],
  ].flatMap((other) => (other === undefined ? [] : [roomFile(other)]));
  const offences = isFile(room)
    ? [[`server/src/${room}`, forbidden.map((file) => `import './${file}';`).join('\n')] as const]
    : forbidden.flatMap((file, i): SourceFile[] => [
        [`server/src/${room}/other-${i}.ts`, `import '../${file}';`],
        [`server/src/${room}/deep/other-type-${i}.ts`, `import type { X } from '../../${file}';`],
      ]);
  return [`${room}-imports`, offences];
}

function isFile(room: string): boolean {
  return room.endsWith('.ts');
}

function roomFile(room: string): string {
  return isFile(room) ? room : `${room}/innocent.ts`;
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
    'server/src/teams/testing',
    'server/client/src',
    'server/console/src',
    'guide/src',
    'harness/src',
    'scripts',
  ].map((folder) => innocent(`${folder}/innocent.ts`)),
  ...LAYERS.flatMap(({ rooms }) => Object.keys(rooms)).map((room) =>
    innocent(`server/src/${roomFile(room)}`),
  ),
  innocent('server/src/assembly/create-services.ts'),
  ['server/src/teams/innocent.test.ts', ''],
  ['sdk/src/innocent.test.ts', ''],
  ['server/src/teams/wire.ts', `import '../../../sdk/src/wire/innocent.ts';`],
  ['server/src/teams/shared.ts', `import '../errors.ts';`],
  ['server/src/teams/services-type.ts', `import type { X } from '../services.ts';`],
  ['server/src/teams/teams.route.ts', `import 'hono';`],
  ['server/src/own-tests.test.ts', `import './main.ts';`],
  ['server/client/src/router-type.ts', `import type { X } from '../../src/router.ts';`],
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
  ['server/src/teams/z-cycle.ts', `import { a } from './cycle.ts'; export const b = () => a;`],
  ['db/src/z-cycle.ts', `import type { A } from './cycle.ts'; export const b: A = 1;`],
  ['sdk/src/z-cycle.ts', `import type { A } from './cycle.ts'; export const b: A = 1;`],
];

function innocent(path: string): SourceFile {
  return [path, 'export type X = 1;'];
}
