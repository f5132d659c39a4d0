import { runAnalyticsBench } from './analytics/run-analytics-bench.ts';
import { runAttributionBench } from './attribution/run-attribution-bench.ts';
import { runExportBench } from './export/run-export-bench.ts';
import { runFaultsCommand } from './faults/run-faults-command.ts';
import { runFuzzCommand } from './fuzz/run-fuzz-command.ts';
import { runImportBench } from './import/run-import-bench.ts';
import { runIngestBench } from './ingest/run-ingest-bench.ts';
import { runLedgerCommand } from './ledger/run-ledger-command.ts';
import { runLinksBench } from './links/run-links-bench.ts';
import { runPagesCommand } from './pages/run-pages-command.ts';
import { runPaymentsBench } from './payments/run-payments-bench.ts';
import { runPostbacksBench } from './postbacks/run-postbacks-bench.ts';
import { HelpRequest } from './read-options.ts';
import { runSdkBench } from './sdk/run-sdk-bench.ts';

/** The benches by name: `npm run bench -- <name> [arguments]`. */
const BENCHES: Record<string, (args: string[]) => Promise<void>> = {
  analytics: runAnalyticsBench,
  attribution: runAttributionBench,
  export: runExportBench,
  faults: runFaultsCommand,
  fuzz: runFuzzCommand,
  import: runImportBench,
  ingest: runIngestBench,
  ledger: runLedgerCommand,
  links: runLinksBench,
  pages: runPagesCommand,
  payments: runPaymentsBench,
  postbacks: runPostbacksBench,
  sdk: runSdkBench,
};

const [name = '', ...args] = process.argv.slice(2);
const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
if (bench === undefined) {
  console.error(`usage: npm run bench -- ${Object.keys(BENCHES).join(' | ')} [options]`);
  process.exit(2);
}
try {
  await bench(args);
} catch (error) {
  if (error instanceof HelpRequest) {
    console.log(`npm run bench -- ${name} [options]\n\n${error.message}`);
    process.exit(0);
  }
  if (!isUsageError(error)) throw error;
  console.error(`${name}: ${error.message}`);
  process.exit(2);
}

/** Whether parseArgs refused an option. */
function isUsageError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
