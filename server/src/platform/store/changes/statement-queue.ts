import type { Client, QueryResult, QueryResultRow } from 'pg';
import { createSerialQueue } from '../../limits/serial-queue.ts';

/** Takes statements: a pool, or a connection that several use. */
export interface Asker {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>>;
}

/** A connection takes one statement at a time: those of several users wait for each other. */
export function queueStatements(client: Client): Asker {
  const queue = createSerialQueue<Client>();
  return {
    query: <Row extends QueryResultRow>(text: string, values?: unknown[]) =>
      queue.run(client, () => client.query<Row>(text, values)),
  };
}
