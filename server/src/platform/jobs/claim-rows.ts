import type { PoolClient } from 'pg';
import { givenKeys, type KeyedRow, keysOf } from './keyed-rows.ts';
import type { Queue } from './queues.ts';

/** How workers take rows of a queue for the transaction that works on them. */
export interface Claims<Row extends KeyedRow> {
  /** Some that are due. @param now Unix ms. */
  due(client: PoolClient, now: number, limit: number): Promise<Row[]>;
  /** Those of them that are still there, still due and that no one else has. @param now Unix ms. */
  again(client: PoolClient, rows: readonly Row[], now: number): Promise<Row[]>;
}

interface LockedRows {
  readonly queue: Queue;
  /** SQL of what is read of a row. */
  readonly columns: string;
  /** SQL of the rows that are taken; default: all. */
  readonly which?: string;
  /** Whether rows that others have are waited for; default: they are passed over. */
  readonly waits?: boolean;
  /**
   * Whether accounts take turns: the first row of each comes before the second of any, as far as WINDOW rows reach. Of an
   * account the longest due is first all the same.
   */
  readonly turns?: 'accounts';
  /** A part of the statements' names. */
  readonly named: string;
}

/** Rows among which accounts take turns; looking at all of a long queue each time would take as long as working on it. */
const WINDOW = 'greatest($2::integer * 5, 500)';

/** Claims by locking the rows, the longest due first; whoever works on them removes them. */
export function lockRows<Row extends KeyedRow>(rows: LockedRows): Claims<Row> {
  const { queue, columns, named } = rows;
  const keys = Object.keys(queue.key).join(', ');
  const due = rows.turns === 'accounts' ? inTurns(rows) : inOrder(rows);
  const again = `
    select ${columns} from ${queue.name}
    where (${keys}) in (select ${keys} from ${givenKeys(queue, '$1')}) and ${queue.dueAt} <= $2
    order by ${orderOf(rows)}
    ${lockOf(rows)}`;
  return {
    async due(client, now, limit) {
      const values = [new Date(now).toISOString(), limit];
      return (await client.query<Row>({ name: `claim-${named}`, text: due, values })).rows;
    },
    async again(client, taken, now) {
      const values = [keysOf(queue, taken), new Date(now).toISOString()];
      return (await client.query<Row>({ name: `claim-${named}-again`, text: again, values })).rows;
    },
  };
}

const lockOf = ({ waits = false }: LockedRows) => (waits ? 'for update' : 'for update skip locked');

const inOrder = (rows: LockedRows) => `
  select ${rows.columns} from ${rows.queue.name}
  where ${rows.queue.dueAt} <= $1 and ${rows.which ?? 'true'}
  order by ${orderOf(rows)}
  limit $2
  ${lockOf(rows)}`;

/** Whoever waits for rows takes them in an order that is everybody's. */
const orderOf = ({ queue, waits = false }: LockedRows) =>
  [queue.dueAt, ...(waits ? Object.keys(queue.key) : [])].join(', ');

/** Whose turn is first is drawn: an account with many jobs, each of which is due again at once, would always be first. */
function inTurns(rows: LockedRows): string {
  const { name, key, dueAt } = rows.queue;
  const keys = Object.keys(key).join(', ');
  return `
    select ${rows.columns} from ${name}
    join (
      select ${keys}, place, random() as drawn
      from (
        select ${keys}, row_number() over (partition by customer_id order by ${dueAt}) as place
        from (
          select ${[...new Set(['customer_id', ...Object.keys(key), dueAt])].join(', ')} from ${name}
          where ${dueAt} <= $1 and ${rows.which ?? 'true'} order by ${dueAt} limit ${WINDOW}
        ) oldest
      ) placed
    ) turn using (${keys})
    order by place, drawn
    limit $2
    ${lockOf(rows).replace('for update', `for update of ${name}`)}`;
}
