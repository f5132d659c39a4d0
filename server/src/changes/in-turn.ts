import type { Client, QueryResult, QueryResultRow } from 'pg';

/** Takes statements: a pool, or a connection that several use. */
export interface Asker {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>>;
}

/** A connection takes one statement at a time: those of several users wait for each other. */
export function inTurn(client: Client): Asker {
  let last: Promise<unknown> = Promise.resolve();
  return {
    query<Row extends QueryResultRow>(text: string, values?: unknown[]) {
      const asked = last.then(() => client.query<Row>(text, values));
      last = asked.catch(() => {});
      return asked;
    },
  };
}
