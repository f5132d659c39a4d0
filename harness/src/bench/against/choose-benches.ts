import { UsageError } from '../../command-line/usage-error.ts';
import type { AgainstBench } from './bench-side.ts';
import { attribution } from './benches/attribution.ts';
import { ingest } from './benches/ingest.ts';
import { links } from './benches/links.ts';
import { payments } from './benches/payments.ts';
import { reports } from './benches/reports.ts';

/**
 * In the order in which they are measured. Those without workers are the last: what waits for workers after them would
 * disturb the others.
 */
const BENCHES = { attribution, payments, reports, ingest, links } as const satisfies Record<
  string,
  AgainstBench
>;

export const BENCH_NAMES = Object.keys(BENCHES).join(', ');

export interface ChosenBench extends AgainstBench {
  readonly name: string;
}

/** Those that a list names, in the order in which they are measured. @throws UsageError for an unknown name */
export function chooseBenches(only: string | undefined): ChosenBench[] {
  const all = Object.entries(BENCHES).map(([name, bench]) => ({ name, ...bench }));
  if (only === undefined) return all;
  const names = only.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !Object.hasOwn(BENCHES, name));
  if (unknown !== undefined)
    throw new UsageError(`--only takes some of ${BENCH_NAMES}, and not ${JSON.stringify(unknown)}`);
  return all.filter(({ name }) => names.includes(name));
}
