import type { Turn } from './compare-turns.ts';
import type { MeasuredService } from './measured-service.ts';
import type { ApiAccount } from './seed-by-api.ts';

/** One of the two that are compared, as a bench sees it. */
export interface BenchSide {
  readonly service: MeasuredService;
  readonly accounts: readonly [ApiAccount, ...ApiAccount[]];
}

interface TurnShape {
  /** Another one in each turn, so that nothing is sent twice. */
  readonly name: string;
  /** Length of the turn, as a share of the full length. */
  readonly scale: number;
}

/** Something that is measured of both sides in turns. */
export interface AgainstBench {
  /** What CPU time is counted for, and how many are done a second. */
  readonly unit: string;
  /** Whether workers run meanwhile. */
  readonly workers: boolean;
  /** Done once before the first turn. */
  prepare?(side: BenchSide): Promise<void>;
  /** Puts a side under its load. */
  measure(side: BenchSide, turn: TurnShape): Promise<Turn>;
}

/** Counts CPU time from when a load is warm to its end. */
export async function measureTurn(
  { usedMicros }: MeasuredService,
  load: (whenWarm: () => void) => Promise<{ requests: number; seconds: number; unitsPerRequest?: number }>,
): Promise<Turn> {
  let before = usedMicros();
  const {
    requests,
    seconds,
    unitsPerRequest = 1,
  } = await load(() => {
    before = usedMicros();
  });
  const units = requests * unitsPerRequest;
  return { micros: (usedMicros() - before) / units, rate: units / seconds };
}
