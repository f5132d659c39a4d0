import { insertEventsSql } from '@tributary/db/functions/insert-events-sql';
import type { CheckedEvent } from '@tributary/server/ingest/check/check-shape';
import { splitRequest } from '@tributary/server/ingest/parse/split-request';
import {
  arrivalAt,
  type StorableEvent,
  toStorableEvent,
} from '@tributary/server/ingest/row/to-storable-event';
import { rowsText } from '@tributary/server/ingest/store/store-events';
import { Client } from 'pg';
import type { SeededApp } from '../../backend/seed-apps.ts';
import { BenchEvents } from './bench-events.ts';

/** Inserts the same rows as the service's writer, with the same statement, batch size and connections, and no more. */
export interface RawInsertCommand {
  readonly url: string;
  readonly apps: readonly SeededApp[];
  readonly events: number;
  readonly connections: number;
  readonly perStatement: number;
}

export interface RawInsertResult {
  readonly events: number;
  readonly seconds: number;
}

/** Returns the keys, as the statement in the service's function does. */
const INSERT = {
  name: 'insert-events',
  text: `with inserted as (${insertEventsSql('$1::json')} returning event_id) select count(*) from inserted`,
};

/** Share of the events that only warm up the database. */
const WARM_UP = 0.1;

process.on('message', async (command: RawInsertCommand) => {
  process.send?.(await run(command));
});

async function run({
  url,
  apps,
  events,
  connections,
  perStatement,
}: RawInsertCommand): Promise<RawInsertResult> {
  const batches = makeBatches(apps, events, perStatement);
  const clients = Array.from({ length: connections }, () => new Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  const insertAll = async (queue: StorableEvent[][]) => {
    const work = async (client: Client) => {
      for (let batch = queue.pop(); batch !== undefined; batch = queue.pop())
        await client.query({ ...INSERT, values: [rowsText(batch)] });
    };
    await Promise.all(clients.map(work));
  };
  await insertAll(batches.splice(0, Math.ceil(batches.length * WARM_UP)));
  const measured = batches.length * perStatement;
  const startedAt = performance.now();
  await insertAll(batches);
  const seconds = (performance.now() - startedAt) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  return { events: measured, seconds };
}

function makeBatches(apps: readonly SeededApp[], events: number, perStatement: number): StorableEvent[][] {
  const source = new BenchEvents(apps);
  const arrival = arrivalAt(Date.now(), '10.0.0.0/24');
  return Array.from({ length: Math.ceil(events / perStatement) }, (_, batch) =>
    Array.from({ length: perStatement }, (_, at) => {
      const text = source.make(source.app(batch * 7 + Math.floor(at / 50)));
      const [sent] = splitRequest(text);
      if (sent === undefined) throw new Error('no event');
      return toStorableEvent(sent.value as CheckedEvent, sent, arrival, Number.POSITIVE_INFINITY);
    }),
  );
}
