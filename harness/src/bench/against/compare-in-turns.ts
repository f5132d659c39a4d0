import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Progress } from '../../command-line/progress.ts';
import type { BenchSide } from './bench-side.ts';
import type { ChosenBench } from './choose-benches.ts';
import type { TurnOfBoth } from './compare-turns.ts';
import type { Compared } from './print-comparison.ts';
import { type ApiAccount, seedByApi } from './seed-by-api.ts';
import { startCheckout } from './start-checkout.ts';
import type { Undoing } from './undo-at-end.ts';

/** So many that the spread says something; on a slow machine each is shorter. */
const WANTED_TURNS = 9;
const MOST_TURNS = 20;
/** Lengths of a turn, as shares of the full length. */
const WARM_UP = 0.3;
const SHORTEST = 0.1;

interface Comparison {
  readonly roots: Readonly<Record<SideName, string>>;
  /** For what both store. */
  readonly folder: string;
  readonly benches: readonly ChosenBench[];
  /** Unix ms; but for the first of each bench, no turn is begun that would end after it. */
  readonly until: number;
  readonly undoing: Undoing;
  readonly progress: Progress;
}

type SideName = 'before' | 'now';
type Both<Value> = Readonly<Record<SideName, Value>>;
type Accounts = readonly [ApiAccount, ...ApiAccount[]];

/** Starts both services and puts them under each bench's load in turns. */
export async function compareInTurns(comparison: Comparison): Promise<Compared[]> {
  const { benches, until } = comparison;
  const compared: Compared[] = [];
  let accounts: Both<Accounts> | undefined;
  for (const workers of [true, false]) {
    const chosen = benches.filter((bench) => bench.workers === workers);
    if (chosen.length === 0) continue;
    const services = await startBoth(comparison, workers);
    accounts ??= await ofBoth(async (side) => {
      process.stderr.write(`Making accounts, apps and links (${side})\n`);
      return (await seedByApi(services[side])) as unknown as Accounts;
    });
    const sides = {
      before: { service: services.before, accounts: accounts.before },
      now: { service: services.now, accounts: accounts.now },
    };
    for (const bench of chosen) {
      const share = (until - Date.now()) / (benches.length - compared.length);
      compared.push(await compareOne(comparison.progress, bench, sides, Date.now() + share));
    }
    await services.before.close();
    await services.now.close();
  }
  return compared;
}

async function startBoth({ roots, folder, undoing }: Comparison, workers: boolean) {
  return ofBoth(async (side) => {
    process.stderr.write(`Starting the service (${side})\n`);
    const dataDir = join(folder, `data-${side}`);
    mkdirSync(dataDir, { recursive: true });
    const service = await startCheckout({ root: roots[side], dataDir, workers });
    undoing.add(() => service.close());
    return service;
  });
}

async function ofBoth<Value>(make: (side: SideName) => Promise<Value>): Promise<Both<Value>> {
  return { before: await make('before'), now: await make('now') };
}

async function compareOne(
  progress: Progress,
  bench: ChosenBench,
  sides: Both<BenchSide>,
  until: number,
): Promise<Compared> {
  await bench.prepare?.(sides.before);
  await bench.prepare?.(sides.now);
  const measureBoth = async (turn: number, scale: number): Promise<TurnOfBoth> => {
    const left = Math.max(0, Math.round((until - Date.now()) / 1000));
    progress.show(`${bench.name}: turn ${turn} (${left} s left)`);
    const shape = { name: `${bench.name}-${turn}`, scale };
    // Whoever is first in a turn is second in the next one.
    const first = turn % 2 === 0 ? await bench.measure(sides.before, shape) : undefined;
    const now = await bench.measure(sides.now, shape);
    return { now, before: first ?? (await bench.measure(sides.before, shape)) };
  };
  // For the code to become warm, and to see how long a turn takes.
  let startedAt = Date.now();
  await measureBoth(0, WARM_UP);
  const fullLength = (Date.now() - startedAt) / WARM_UP;
  const scale = Math.min(1, Math.max(SHORTEST, (until - Date.now()) / fullLength / WANTED_TURNS));
  const turns: TurnOfBoth[] = [];
  let length = 0;
  do {
    startedAt = Date.now();
    turns.push(await measureBoth(turns.length + 1, scale));
    length = Date.now() - startedAt;
  } while (turns.length < MOST_TURNS && Date.now() + length <= until);
  return { name: bench.name, unit: bench.unit, turns };
}
