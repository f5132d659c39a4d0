/**
 * The floors of the server are its folders, the lowest first; so are the domains on their floor. A folder imports those
 * before it, and nothing else, so none can stand on itself. `docs/layers.svg` draws this.
 */
export const FLOORS = [
  { name: 'Platform', about: 'knows nothing of attribution', folders: ['platform'] },
  {
    name: 'Domains',
    about: 'each imports those before it',
    folders: [
      'accounts',
      'consent',
      'counters',
      'fraud-rules',
      'postbacks',
      'apps',
      'attribution',
      'ingest',
      'payments',
      'analytics',
      'links',
      'imports',
      'privacy',
    ],
  },
  { name: 'API', about: 'how the domains are called', folders: ['api'] },
  { name: 'Run', about: 'what an operator starts', folders: ['run', 'main.ts'] },
];

const TESTS = ['\\.test\\.ts$', '/testing/'];

/** The path of what stands in server/src: a file, or a folder with all that is in it. */
const pathOf = (folders) =>
  `^server/src/(${folders.map((folder) => folder.replace(/\.ts$/, '\\.ts$')).join('|')})(/|$)`;

const FOLDERS = FLOORS.flatMap(({ folders }) => folders);

const floorRules = FOLDERS.map((folder, at) => ({
  name: `${folder}-imports`,
  comment: 'A folder of server/src imports those before it in FLOORS.',
  severity: 'error',
  // Tests drive the whole service, and so does what they are built on.
  from: { path: pathOf([folder]), pathNot: TESTS },
  to: { path: '^server/src/', pathNot: pathOf(FOLDERS.slice(0, at + 1)) },
}));

const listRule = {
  name: 'folders-are-listed',
  comment: 'A new folder or file of server/src joins FLOORS above.',
  severity: 'error',
  from: { path: '^server/src/', pathNot: [pathOf([...FOLDERS, 'testing']), ...TESTS] },
  to: {},
};

/** Folders of the SDK: each imports only those before it. Its entries, in no folder, import what they wish. */
export const SDK_LAYERS = [
  ['wire', 'scheduling', 'config', 'parsing', 'ids'],
  ['platform', 'events', 'storage', 'identity'],
  ['transport', 'keys', 'tracking', 'delivery'],
  ['installs', 'engine', 'deep-links', 'usage', 'privacy'],
  ['client', 'react', 'served'],
];
const SDK_FOLDERS = SDK_LAYERS.flat();

const sdkRules = SDK_FOLDERS.map((folder, at) => ({
  name: `sdk/src/${folder}-layer`,
  comment: 'An event goes from the call to the wire and nothing calls back (ARCHITECTURE.md).',
  severity: 'error',
  from: { path: `^sdk/src/${folder}/`, pathNot: TESTS },
  to: { path: '^sdk/src/', pathNot: `^sdk/src/(${SDK_FOLDERS.slice(0, at + 1).join('|')})/` },
}));

const sdkListRule = {
  name: 'sdk-folders-are-listed',
  comment: 'A new folder of sdk/src joins SDK_LAYERS above.',
  severity: 'error',
  from: { path: '^sdk/src/[^/]+/', pathNot: [`^sdk/src/(${SDK_FOLDERS.join('|')})/`, ...TESTS] },
  to: {},
};

/** Registries of variants, each with the folder whose files it lists: one that it does not reach would do nothing. */
const REGISTRIES = {
  'server/src/analytics/spend/sources/spend-sources.ts': 'server/src/analytics/spend/sources',
  'server/src/run/admin/run-admin.ts': 'server/src/run/admin/commands',
  'server/src/analytics/resources.ts': 'server/src/analytics/resources',
  'server/src/attribution/models/models.ts': 'server/src/attribution/models',
  'server/src/fraud-rules/fraud-rules.ts': 'server/src/fraud-rules/rules',
  'server/src/imports/mappings/import-sources.ts': 'server/src/imports/mappings',
  'server/src/imports/links/mappings/link-sources.ts': 'server/src/imports/links/mappings',
  'server/src/payments/providers/providers.ts': 'server/src/payments/providers',
  'server/src/postbacks/networks/networks.ts': 'server/src/postbacks/networks',
  'harness/src/world/journey-kinds.ts': 'harness/src/world/journeys',
};

const registryRules = Object.entries(REGISTRIES).map(([registry, folder]) => ({
  name: `${folder}-registered`,
  comment: `Every file of ${folder} is imported by ${registry}, or by a file that is.`,
  severity: 'error',
  from: { path: `^${registry}$` },
  to: { path: `^${folder}/`, pathNot: TESTS, reachable: false },
}));

export default {
  forbidden: [
    ...floorRules,
    listRule,
    ...registryRules,
    ...sdkRules,
    sdkListRule,
    {
      name: 'db-knows-only-the-table-of-event-fields',
      severity: 'error',
      from: { path: '^db/' },
      to: { path: '^(sdk|server|harness)/', pathNot: '^sdk/src/wire/event-fields\\.ts$' },
    },
    {
      name: 'console-knows-only-the-types-of-the-service',
      comment: 'It is a page: what it knows of the service comes over HTTP, as for the tools of others.',
      severity: 'error',
      from: { path: '^server/console/', pathNot: ['\\.test\\.ts$', '/testing/'] },
      to: { path: '^(db|sdk|harness|server/src)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'client-knows-only-the-router',
      comment: 'It is published by itself: what it knows of the service is the types of its procedures.',
      severity: 'error',
      from: { path: '^server/client/', pathNot: ['\\.test\\.ts$', '/testing/'] },
      to: { path: '^(db|sdk|harness|server/(src|console))/', pathNot: '^server/src/api/router\\.ts$' },
    },
    {
      name: 'client-knows-only-types-of-the-service',
      severity: 'error',
      from: { path: '^server/client/', pathNot: ['\\.test\\.ts$', '/testing/'] },
      to: { path: '^server/src/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-imports-the-client',
      comment: 'It is for the programs of others.',
      severity: 'error',
      from: { pathNot: '^server/client/' },
      to: { path: '^server/client/' },
    },
    {
      name: 'nothing-imports-the-console',
      severity: 'error',
      from: { pathNot: '^server/console/' },
      to: { path: '^server/console/' },
    },
    {
      name: 'sdk-stands-alone',
      severity: 'error',
      from: { path: '^sdk/' },
      to: { path: '^(db|server|harness)/' },
    },
    {
      name: 'server-knows-of-the-sdk-only-what-is-shared',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(sdk/src/(?!wire/|served/bundle-options|testing/chromium/)|harness/)' },
    },
    {
      name: 'nothing-imports-the-harness',
      severity: 'error',
      from: { pathNot: '^harness/' },
      to: { path: '^harness/' },
    },
    {
      name: 'scripts-know-only-the-tests-of-the-database',
      severity: 'error',
      from: { path: '^scripts/' },
      to: { path: '^(sdk|server|harness)/|^db/(?!src/testing/)' },
    },
    {
      name: 'guide-stands-alone',
      comment: 'It is built before anything else is needed; its tests may compare it with the service.',
      severity: 'error',
      from: { path: '^guide/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(db|sdk|server|harness)/' },
    },
    {
      name: 'only-settings-of-tests-and-builds-import-scripts',
      severity: 'error',
      from: {
        pathNot: ['^scripts/', '/vitest\\.config\\.ts$', '^(sdk|server/(client|console)|harness)/scripts/'],
      },
      to: { path: '^scripts/' },
    },
    {
      name: 'only-routes-and-http-know-hono',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: [
          '^server/src/(platform/(http|net/arrival)|accounts/sign-in|api/transports)/',
          '^server/src/api/openapi/mount-reference\\.ts$',
          '\\.route\\.ts$',
          '^server/src/run/assembly/app\\.ts$',
          '\\.test\\.ts$',
          '^server/src/testing/',
        ],
      },
      to: { path: 'node_modules/(hono|@hono)/' },
    },
    {
      name: 'only-the-composition-root-constructs',
      comment: 'Services are built in assembly/create-services.ts and handed on.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: ['\\.test\\.ts$', '^server/src/(run/assembly|testing|run/admin)/'],
      },
      to: { path: '^server/src/run/assembly/create-services\\.ts$' },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      from: { pathNot: ['\\.test\\.ts$', '/testing/', '^harness/', '^scripts/', 'vitest'] },
      to: { path: ['\\.test\\.ts$', '^(server|db|sdk)/src/testing/', '^(server|db|sdk)/src/.+/testing/'] },
    },
    {
      name: 'no-cycles',
      comment:
        'Of files, types included. Circles of folders: scripts/find-folder-circles.ts, with the tests.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    // It reads TypeScript itself; `tsPreCompilationDeps` would ask for TypeScript 6 as well, and find nothing more.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/test-data/', '^[^/]+/(dist|coverage)/'] },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node'] },
  },
};
