import { createTestDatabase } from '@tributary/db/testing/test-database';
import { Pool, type PoolConfig } from 'pg';
import { pino } from 'pino';
import { afterEach } from 'vitest';
import type { GroupCommitSettings } from '../../platform/store/group-commit/group-commit.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { createEventWriter, type EventWriter, type EventWriterParts } from '../store/event-writer.ts';
import type { TestApp } from './storable-events.ts';

interface WriterOptions {
  settings?: Partial<GroupCommitSettings>;
  pool?: PoolConfig;
  onQueued?: () => void;
  nodes?: EventWriterParts['nodes'];
}

/** A database for the tests of the calling file, and writers of events to it, which are closed after each test. */
export function useEventWriters() {
  const log = pino({ level: 'silent' });
  const database = perSuite(createTestDatabase, ({ drop }) => drop());
  const reader = perSuite(
    async () => new Pool({ connectionString: database.url, max: 2 }).on('error', () => {}),
    (pool) => pool.end(),
  );
  const opened = new Map<EventWriter, Pool>();

  function openWriter({
    settings,
    pool: poolConfig,
    onQueued = () => {},
    nodes,
  }: WriterOptions = {}): EventWriter {
    const pool = new Pool({ connectionString: database.url, max: 4, ...poolConfig });
    pool.on('error', () => {});
    const writer = createEventWriter({
      pool,
      log,
      clock: Date.now,
      onQueued,
      ...(settings && { settings }),
      ...(nodes && { nodes }),
    });
    opened.set(writer, pool);
    return writer;
  }

  afterEach(async () => {
    for (const [writer, pool] of opened) {
      await writer.close();
      await pool.end();
    }
    opened.clear();
  });

  /** The number that an SQL expression gives. */
  async function numberOf(sql: string, ...values: unknown[]): Promise<number> {
    const { rows } = await reader.query<{ n: number }>(`select (${sql})::int as n`, values);
    return rows[0]?.n ?? 0;
  }

  return {
    database,
    reader,
    openWriter,
    /** The connections that a writer has to itself. */
    poolOf: (writer: EventWriter) => opened.get(writer),
    numberOf,
    stored: (app: TestApp) => numberOf('select count(*) from events where app_id = $1', app.appId),
    /** How many events of this and other months count against the account's allowance. */
    used: (app: TestApp) =>
      numberOf('select coalesce(sum(used), 0) from usage_months where customer_id = $1', app.customerId),
  };
}
