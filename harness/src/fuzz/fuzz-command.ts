import { defineCommand } from '../command-line/command.ts';
import { formatNumber, printHeading, printRow } from '../command-line/print-figures.ts';
import { withPostgres } from '../command-line/with-postgres.ts';
import { startFuzzRig } from './fuzz-rig.ts';
import type { MemoryUse } from './live-memory.ts';
import { type FuzzReport, runFuzz } from './run-fuzz.ts';

const MAX_MS = 5000;
const FAULTS_SHOWN = 20;

/** `npm run bench -- fuzz`; with `--help` it says what it does and takes. */
export const fuzzCommand = defineCommand({
  about: `Sends hostile requests of all shapes to a separate service. Exits with 1 if one of them gets a 5xx or no answer, takes
more than 5 s twice, or cannot be attributed.`,
  options: {
    requests: { type: 'count', default: 20_000, about: 'requests to send' },
    seed: { type: 'count', default: 1, about: 'another number makes other requests' },
  },
  run: ({ requests, seed }) =>
    withPostgres(async ({ url }) => {
      const rig = await startFuzzRig(url);
      try {
        printHeading(`${formatNumber(requests)} hostile requests, seed ${seed}`);
        print(await runFuzz({ ...rig, requests, seed }), requests);
      } finally {
        await rig.backend.close();
      }
    }),
});

function print(
  { seconds, statuses, faults, slowest, memory, unattributed }: FuzzReport,
  requests: number,
): void {
  printRow('requests a second', formatNumber(requests / seconds));
  const counts = [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${formatNumber(count)}`);
  printRow('answers by status', counts.join('  '));
  printRow('5xx and no answer', formatNumber(faults.length));
  for (const fault of faults.slice(0, FAULTS_SHOWN)) console.log(`    ${fault}`);
  printRow('slowest', `${formatNumber(slowest.ms)} ms (${slowest.what})`);
  printRow('events that attribution deferred', formatNumber(unattributed));
  printRow('memory after a tenth', megabytes(memory.begin));
  printRow('memory at the end', megabytes(memory.end));
  if (faults.length > 0 || slowest.ms > MAX_MS || unattributed > 0) process.exitCode = 1;
}

function megabytes({ live, resident }: MemoryUse): string {
  return `${formatNumber(live / 1e6)} MB live, ${formatNumber(resident / 1e6)} MB resident`;
}
