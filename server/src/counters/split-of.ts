import type { Counter } from './counter.ts';
import { BASE_DIMENSION } from './dimensions.ts';
import { GROUP_KEY } from './group-twin.ts';
import { GROUP_TWINS } from './registry.ts';

/** How a counter is read from its group twin. */
interface Split {
  readonly table: string;
  /** SQL of the columns under the counter's own names: those that the twin knows, but for what it splits by. */
  readonly columns: readonly string[];
  /** SQL of the campaign, for a counter that has it; only the base dimension knows it. */
  readonly campaign: readonly string[];
  /** SQL of which rows are of this counter. */
  readonly where: string;
}

/** @throws for a counter that no group twin splits. */
export function splitOf(counter: Counter): Split {
  for (const { table, ownKey, of } of GROUP_TWINS) {
    const share = of.find((one) => one.counter === counter);
    if (share === undefined) continue;
    const keys = Object.keys(counter.key).flatMap((name) => {
      if (name === counter.day) return named('day', name);
      return name in GROUP_KEY || name in ownKey ? [name] : [];
    });
    const sums = Object.entries(share.as).flatMap(([name, there]) => named(there, name));
    const campaign = BASE_DIMENSION in counter.key ? [`nullif(value, '')::uuid as ${BASE_DIMENSION}`] : [];
    return { table, columns: [...keys, ...sums], campaign, where: share.where };
  }
  throw new Error(`${counter.table} is split by no groups`);
}

const named = (sql: string, name: string) => [sql === name ? name : `${sql} as ${name}`];
