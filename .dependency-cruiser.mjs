/** Domains of the server that may be imported by whom, along the way the data takes. Everything else is forbidden. */
const DOMAIN_IMPORTS = {
  'event-queue': [],
  devices: ['event-queue', 'rollups'],
  clicks: ['devices', 'event-queue', 'rollups'],
  ingest: ['apps', 'devices'],
  links: ['apps', 'attribution', 'campaigns', 'clicks', 'devices', 'rollups'],
  campaigns: [],
  attribution: ['apps', 'clicks', 'devices', 'event-queue', 'keys', 'postbacks', 'rollups'],
  payments: ['apps', 'attribution', 'devices', 'event-queue', 'postbacks', 'rollups'],
  'ad-spend': [],
  postbacks: ['apps'],
  imports: ['apps', 'attribution', 'devices', 'rollups'],
  analytics: ['apps', 'rollups'],
  exports: ['apps'],
  rollups: [],
  erasure: ['devices', 'payments', 'rollups'],
  keys: ['apps', 'sdk-config'],
  apps: [],
  teams: [],
  usage: [],
  members: ['teams'],
  invitations: ['teams'],
  'access-tokens': ['members', 'teams'],
  'sdk-config': [],
};

/** What every domain may use. */
const SHARED_FOLDERS = [
  'access',
  'audit',
  'changes',
  'data-plane',
  'group-commit',
  'http',
  'metrics',
  'money',
  'procedures',
  'secrets',
  'session',
  'testing',
  'work-loop',
];
const SHARED =
  '^server/src/(errors|to-app-error|config|services|log)\\.ts$|' +
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

export default {
  forbidden: [
    ...domainRules,
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
      name: 'server-knows-only-the-wire-of-the-sdk',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(sdk/src/(?!wire/)|harness/)' },
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
          '^server/src/http/',
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
      comment: 'Services are built in services.ts and handed on.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: [
          '^server/src/(services|run-service|app|workers)\\.ts$',
          '\\.test\\.ts$',
          '^server/src/(testing|admin)/',
        ],
      },
      to: { path: '^server/src/services\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      from: { pathNot: ['\\.test\\.ts$', '/testing/', '^harness/', '^scripts/', 'vitest'] },
      to: { path: ['\\.test\\.ts$', '^(server|db)/src/testing/'] },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'test-data' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node'] },
  },
};
