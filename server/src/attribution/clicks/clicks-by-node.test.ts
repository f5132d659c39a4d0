import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { perTest } from '../../testing/per-suite.ts';
import { useService } from '../../testing/use-service.ts';
import { createClickWriter } from './click-writer.ts';
import { clickRecord } from './testing/click-record.ts';

const service = useService();

/** Connections to a node that is away. */
const away = perTest(
  async () => new Pool({ host: '127.0.0.1', port: 1, max: 2 }).on('error', () => {}),
  (pool) => pool.end(),
);

test('clicks of a node that is away wait alone, and are stored when it is back', async () => {
  const { workPool, log, clock } = service.services;
  const [here, gone] = [randomUUID(), randomUUID()];
  let node: Pool = away;
  const writer = createClickWriter({
    // What goes to no node would wait as well.
    pool: away,
    nodes: {
      isSpread: () => true,
      group: async (items) => Map.groupBy(items, ({ customerId }) => (customerId === gone ? node : workPool)),
    },
    log,
    registry: new Registry(),
    clock,
  });
  const stored = async (customerId: string) =>
    (await workPool.query('select from clicks where customer_id = $1', [customerId])).rows.length;
  const waiting = writer.record(clickRecord({ customer_id: gone }));
  await Promise.all(Array.from({ length: 50 }, () => writer.record(clickRecord({ customer_id: here }))));
  expect([await stored(here), await stored(gone)]).toEqual([50, 0]);
  node = workPool;
  await waiting;
  expect(await stored(gone)).toBe(1);
  await writer.close();
});
