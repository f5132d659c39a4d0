import { describeDuration } from '../../attribution/facts/describe-duration.ts';
import { MAX_COUNTED, QUEUES, type QueueState } from '../../work-loop/queues.ts';
import type { AdminCommand } from '../command.ts';

/** Shows what is waiting for the workers and since when, as `/metrics` does. */
export const queues: AdminCommand = {
  args: [],
  flags: ['--json'],
  help: 'shows how much is waiting for the workers, since when, and what is deferred',
  async run({ em, print }, _args, flags) {
    const states = [];
    for (const { name, holds, statement } of QUEUES) {
      const [state] = await em.execute<QueueState[]>(statement);
      if (state) states.push({ name, holds, ...state });
    }
    if (flags.has('--json')) return print(JSON.stringify(states.map(toJson)));
    const rows = states.map((state) => [
      state.name,
      counted(state.depth),
      state.depth === 0 ? '-' : describeDuration(state.oldestAgeSeconds * 1000),
      counted(state.deferred),
      state.holds,
    ]);
    for (const line of aligned([['queue', 'waiting', 'oldest', 'for later', ''], ...rows])) print(line);
  },
};

function toJson({ name, depth, deferred, oldestAgeSeconds }: QueueState & { name: string }) {
  return { queue: name, depth, deferred, oldest_age_seconds: oldestAgeSeconds };
}

function counted(rows: number): string {
  return rows === MAX_COUNTED ? `${rows} or more` : String(rows);
}

/** Pads each column to its widest cell; all but the first and the last are aligned right, like numbers. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 || column === row.length - 1 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd(),
  );
}
