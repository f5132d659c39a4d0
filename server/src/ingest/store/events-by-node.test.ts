import { nodeUrl } from '@tributary/db/distribution/node-url';
import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { type AccountNodes, createAccountNodes } from '../../platform/store/account-nodes.ts';
import { perTest } from '../../testing/per-suite.ts';
import { storableEvent, storableEvents, testApp } from '../testing/storable-events.ts';
import { useEventWriters } from '../testing/use-event-writers.ts';

const { database, openWriter, stored, used } = useEventWriters();

/** Connections to a node that is away. */
const away = perTest(
  async () => new Pool({ host: '127.0.0.1', port: 1, max: 2 }).on('error', () => {}),
  (pool) => pool.end(),
);
/** Connections to one that is there. */
const there = perTest(
  async () => new Pool({ connectionString: database.url, max: 4 }).on('error', () => {}),
  (pool) => pool.end(),
);

const overloaded = expect.objectContaining({ code: 'OVERLOADED' });

test('events of a node that is away are refused alone', async () => {
  const [here, gone] = [testApp(), testApp()];
  const nodes: Pick<AccountNodes, 'group' | 'isSpread'> = {
    isSpread: () => true,
    group: async (items) =>
      Map.groupBy(items, ({ customerId }) => (customerId === gone.customerId ? away : there)),
  };
  // What goes to neither would be refused as well.
  const writer = openWriter({ nodes, pool: { port: 1, host: '127.0.0.1', connectionString: '' } });
  const [lost, ...kept] = await Promise.allSettled([
    writer.store(storableEvents(gone, 3)),
    ...Array.from({ length: 20 }, () => writer.store(storableEvents(here, 5))),
  ]);
  expect(lost).toMatchObject({ status: 'rejected', reason: overloaded });
  expect(kept.map(({ status }) => status)).toEqual(kept.map(() => 'fulfilled'));
  expect(await stored(here)).toBe(100);
  expect(writer.held()).toBe(0);
});

test('a request about accounts of both is refused, and counts once when it is sent again', async () => {
  const [one, other] = [testApp(), testApp()];
  let node = () => away;
  const nodes: Pick<AccountNodes, 'group' | 'isSpread'> = {
    isSpread: () => true,
    group: async (items) =>
      Map.groupBy(items, ({ customerId }) => (customerId === one.customerId ? node() : there)),
  };
  const writer = openWriter({ nodes });
  const event = storableEvent(one);
  const events = [event, storableEvent(other), event, storableEvent(one)];
  await expect(writer.store(events)).rejects.toMatchObject({ code: 'OVERLOADED' });
  node = () => there;
  expect(await writer.store(events)).toEqual(['accepted', 'deduplicated', 'deduplicated', 'accepted']);
  expect([await used(one), await used(other)]).toEqual([2, 1]);
});

test('where accounts are is asked of the database', async () => {
  const opened: string[] = [];
  const nodes = createAccountNodes({
    pool: there,
    openNode: ({ host, port }) => {
      opened.push(`${host}:${port}`);
      return new Pool({ connectionString: nodeUrl(database.url, { host, port }), max: 4 });
    },
  });
  try {
    const apps = Array.from({ length: 30 }, () => testApp());
    const writer = openWriter({ nodes });
    const isOnNodes =
      (await there.query("select 1 from pg_extension where extname = 'citus'")).rows.length > 0;
    if (isOnNodes) await expect.poll(() => nodes.isSpread()).toBe(true);
    else expect(nodes.isSpread()).toBe(false);
    await Promise.all(apps.map((app) => writer.store(storableEvents(app, 3))));
    expect(await Promise.all(apps.map(stored))).toEqual(apps.map(() => 3));
    expect(await Promise.all(apps.map(used))).toEqual(apps.map(() => 3));
    expect(new Set(opened).size).toBe(opened.length);
    if (!isOnNodes) expect(opened).toEqual([]);
  } finally {
    await nodes.close();
  }
});
