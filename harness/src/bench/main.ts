import { runOneOf } from '../command-line/run-command.ts';

// `npm run bench -- <name> [options]`: measurements, and the checks that take too long for the tests.
await runOneOf(
  'npm run bench --',
  {
    against: async () => (await import('./against/against-bench.ts')).againstBench,
    analytics: async () => (await import('./analytics/analytics-bench.ts')).analyticsBench,
    attribution: async () => (await import('./attribution/attribution-bench.ts')).attributionBench,
    citus: async () => (await import('./ingest/citus-bench.ts')).citusBench,
    console: async () => (await import('./console/console-bench.ts')).consoleBench,
    cost: async () => (await import('./ingest/cost-bench.ts')).costBench,
    country: async () => (await import('./country-bench.ts')).countryBench,
    export: async () => (await import('./export-bench.ts')).exportBench,
    faults: async () => (await import('../faults/faults-command.ts')).faultsCommand,
    fuzz: async () => (await import('../fuzz/fuzz-command.ts')).fuzzCommand,
    import: async () => (await import('./import/import-bench.ts')).importBench,
    ingest: async () => (await import('./ingest/ingest-bench.ts')).ingestBench,
    ledger: async () => (await import('../ledger/ledger-command.ts')).ledgerCommand,
    links: async () => (await import('./links/links-bench.ts')).linksBench,
    pages: async () => (await import('../pages/pages-command.ts')).pagesCommand,
    payments: async () => (await import('./payments/payments-bench.ts')).paymentsBench,
    postbacks: async () => (await import('./postbacks-bench.ts')).postbacksBench,
    processes: async () => (await import('./processes-bench.ts')).processesBench,
    sdk: async () => (await import('./sdk/sdk-bench.ts')).sdkBench,
    upgrade: async () => (await import('./upgrade/upgrade-bench.ts')).upgradeBench,
  },
  process.argv.slice(2),
);
