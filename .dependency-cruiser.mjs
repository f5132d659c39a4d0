/** Domains of the server that may be imported by whom, along the way the data takes. Everything else is forbidden. */
const DOMAIN_IMPORTS = {
  'event-queue': [],
  devices: ['event-queue', 'rollups'],
  clicks: ['devices', 'event-queue', 'rollups'],
  ingest: ['apps', 'devices'],
  links: ['apps', 'attribution', 'campaigns', 'clicks', 'devices', 'rollups'],
  campaigns: [],
  'fraud-rules': [],
  attribution: ['apps', 'clicks', 'devices', 'event-queue', 'fraud-rules', 'keys', 'postbacks', 'rollups'],
  payments: ['apps', 'attribution', 'devices', 'event-queue', 'postbacks', 'rollups'],
  'ad-spend': [],
  postbacks: ['apps'],
  imports: ['apps', 'attribution', 'campaigns', 'devices', 'event-queue', 'rollups'],
  analytics: ['apps', 'postbacks', 'rollups'],
  exports: ['apps', 'postbacks'],
  rollups: [],
  erasure: ['devices', 'imports', 'payments', 'rollups'],
  keys: ['apps', 'sdk-config'],
  apps: ['fraud-rules'],
  teams: [],
  usage: [],
  members: ['invitations', 'teams'],
  invitations: ['teams'],
  'access-tokens': ['members', 'teams'],
  'sdk-config': [],
};

/** What every domain may use. These import each other and, where it says so, a domain. */
const SHARED_IMPORTS = {
  access: [],
  arrival: [],
  audit: [],
  changes: [],
  'data-plane': [],
  'group-commit': [],
  http: [],
  mail: [],
  memory: [],
  metrics: [],
  money: [],
  outages: [],
  procedures: [],
  'rate-limits': [],
  secrets: [],
  session: [],
  'sign-in': ['invitations'],
  'text-files': [],
  transports: [],
  turns: [],
  'work-loop': [],
};
const SHARED_FOLDERS = [...Object.keys(SHARED_IMPORTS), 'testing'];
/** What only the operator's command line uses; these may import everything. */
const OPERATOR_FOLDERS = ['admin', 'backup'];

const SHARED =
  '^server/src/(errors|to-app-error|config|base-url|plans|services|log|version)\\.ts$|' +
  `^server/src/(${SHARED_FOLDERS.join('|')})/`;

const TESTS = ['\\.test\\.ts$', '/testing/'];

const domainRules = Object.entries(DOMAIN_IMPORTS).map(([domain, allowed]) => ({
  name: `${domain}-imports`,
  comment: `Imports between domains run only along the data's way (ARCHITECTURE.md).`,
  severity: 'error',
  // Tests drive the whole service, and so does what they are built on.
  from: { path: `^server/src/${domain}/`, pathNot: TESTS },
  to: { path: '^server/src/', pathNot: [SHARED, `^server/src/(${[domain, ...allowed].join('|')})/`] },
}));

const folders = (...names) => `^server/src/(${names.join('|')})/`;

const sharedRules = Object.entries(SHARED_IMPORTS).map(([shared, allowed]) => ({
  name: `${shared}-imports`,
  severity: 'error',
  from: { path: folders(shared), pathNot: TESTS },
  to: { path: '^server/src/[^/]+/', pathNot: folders(...SHARED_FOLDERS, ...allowed) },
}));

const folderRules = [
  {
    name: 'folders-are-listed',
    comment: 'A new folder of the server joins DOMAIN_IMPORTS or SHARED_IMPORTS above.',
    severity: 'error',
    from: {
      path: '^server/src/[^/]+/',
      pathNot: folders(...Object.keys(DOMAIN_IMPORTS), ...SHARED_FOLDERS, ...OPERATOR_FOLDERS),
    },
    to: {},
  },
  {
    name: 'only-the-operator-imports-the-command-line',
    severity: 'error',
    from: {
      path: '^server/src/',
      pathNot: [folders(...OPERATOR_FOLDERS), '^server/src/run-service\\.ts$', ...TESTS],
    },
    to: { path: folders(...OPERATOR_FOLDERS) },
  },
];

/** Folders of the SDK: each imports only those before it. Its entries, in no folder, import what they wish. */
const SDK_LAYERS = [
  ['wire', 'scheduling', 'config', 'parsing', 'ids'],
  ['platform', 'events', 'storage', 'identity'],
  ['transport', 'keys', 'tracking', 'delivery'],
  ['installs', 'engine', 'deep-links', 'usage'],
  ['client', 'react', 'served'],
].flat();

const sdkRules = SDK_LAYERS.map((folder, at) => ({
  name: `sdk/src/${folder}-layer`,
  comment: 'An event goes from the call to the wire and nothing calls back (ARCHITECTURE.md).',
  severity: 'error',
  from: { path: `^sdk/src/${folder}/`, pathNot: TESTS },
  to: { path: '^sdk/src/', pathNot: `^sdk/src/(${SDK_LAYERS.slice(0, at + 1).join('|')})/` },
}));

/** Registries of variants, each with the folder whose files it lists: one that it does not reach would do nothing. */
const REGISTRIES = {
  'server/src/ad-spend/sources/spend-sources.ts': 'server/src/ad-spend/sources',
  'server/src/admin/run-admin.ts': 'server/src/admin/commands',
  'server/src/analytics/resources.ts': 'server/src/analytics/resources',
  'server/src/attribution/decide/decide.ts': 'server/src/attribution/models',
  'server/src/fraud-rules/fraud-rules.ts': 'server/src/fraud-rules/rules',
  'server/src/imports/mappings/import-sources.ts': 'server/src/imports/mappings',
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
    ...domainRules,
    ...sharedRules,
    ...folderRules,
    ...registryRules,
    ...sdkRules,
    {
      name: 'db-stands-alone',
      severity: 'error',
      from: { path: '^db/' },
      to: { path: '^(sdk|server|harness)/' },
    },
    {
      name: 'sdk-stands-alone',
      severity: 'error',
      from: { path: '^sdk/' },
      to: { path: '^(db|server|harness)/' },
    },
    {
      name: 'server-knows-only-the-wire-of-the-sdk-and-how-to-bundle-it',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(sdk/src/(?!wire/|served/bundle-options)|harness/)' },
    },
    {
      name: 'nothing-imports-the-harness',
      severity: 'error',
      from: { pathNot: '^harness/' },
      to: { path: '^harness/' },
    },
    {
      name: 'only-routes-and-http-know-hono',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: [
          '^server/src/(http|arrival|sign-in|transports)/',
          '\\.route\\.ts$',
          '^server/src/(app|run-service)\\.ts$',
          '\\.test\\.ts$',
          '^server/src/testing/',
        ],
      },
      to: { path: 'node_modules/(hono|@hono)/' },
    },
    {
      name: 'only-the-composition-root-constructs',
      comment: 'Services are built in create-services.ts and handed on.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: [
          '^server/src/(create-services|run-service|app|workers)\\.ts$',
          '\\.test\\.ts$',
          '^server/src/(testing|admin)/',
        ],
      },
      to: { path: '^server/src/create-services\\.ts$' },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      from: { pathNot: ['\\.test\\.ts$', '/testing/', '^harness/', '^scripts/', 'vitest'] },
      to: { path: ['\\.test\\.ts$', '^(server|db|sdk)/src/testing/', '^(server|db|sdk)/src/.+/testing/'] },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
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
