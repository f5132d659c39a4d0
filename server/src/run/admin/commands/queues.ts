import type { EntityManager } from '@mikro-orm/postgresql';
import { describeDuration } from '../../../attribution/facts/describe-duration.ts';
import { listParkedSql, type ParkedRow, retryParkedSql } from '../../../platform/jobs/parked-rows.ts';
import { MAX_COUNTED, QUEUES, type Queue, type QueueState } from '../../../platform/jobs/queues.ts';
import { type AdminCommand, UsageError } from '../command.ts';

/** Shows what is waiting for the workers and since when, as `/metrics` does; takes up again what is parked. */
export const queues: AdminCommand = {
  args: [],
  optionalArgs: ['retry', 'queue'],
  flags: ['--json'],
  help: 'shows how much is waiting for the workers, since when, what is deferred and what failed for good',
  details:
    'A row that fails by itself is tried again, later each time; after eight attempts it is parked until `queues retry`\n' +
    'takes it up again: those of one queue or, without a name, of all.',
  async run({ em, print }, [action, name], flags) {
    if (action === undefined) return showQueues(em, print, flags.has('--json'));
    if (action !== 'retry') throw new UsageError(`queues can do nothing called ${action}, but retry`);
    for (const queue of name === undefined ? Object.values(QUEUES) : [queueNamed(name)]) {
      const { length } = await em.execute<object[]>(retryParkedSql(queue));
      if (length > 0 || name !== undefined) print(`${queue.name}: ${length} parked rows are tried again`);
    }
  },
};

function queueNamed(name: string): Queue {
  const found = Object.values(QUEUES).find((queue) => queue.name === name);
  if (found) return found;
  throw new UsageError(`there is no queue ${name}; there are ${Object.keys(QUEUES).join(', ')}`);
}

async function showQueues(em: EntityManager, print: (line: string) => void, asJson: boolean): Promise<void> {
  const states = [];
  for (const queue of Object.values(QUEUES)) {
    const [state] = await em.execute<QueueState[]>(queue.statement);
    if (state) states.push({ queue, ...state });
  }
  if (asJson) return print(JSON.stringify(states.map(toJson)));
  const rows = states.map(({ queue, ...state }) => [
    queue.name,
    counted(state.depth),
    state.depth === 0 ? '-' : describeDuration(state.oldestAgeSeconds * 1000),
    counted(state.deferred),
    counted(state.parked),
    queue.holds,
  ]);
  for (const line of aligned([['queue', 'waiting', 'oldest', 'for later', 'parked', ''], ...rows]))
    print(line);
  for (const { queue, parked } of states) if (parked > 0) await showParked(em, print, queue);
}

async function showParked(em: EntityManager, print: (line: string) => void, queue: Queue): Promise<void> {
  const rows = await em.execute<ParkedRow[]>(listParkedSql(queue));
  print('');
  print(`parked in ${queue.name}, until \`queues retry ${queue.name}\`:`);
  for (const { key, attempts, error } of rows)
    print(`  ${key}: ${attempts} attempts, the last: ${error ?? 'unknown'}`);
}

function toJson({ queue, depth, deferred, parked, oldestAgeSeconds }: QueueState & { queue: Queue }) {
  return { queue: queue.name, depth, deferred, parked, oldest_age_seconds: oldestAgeSeconds };
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
