import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openQueueDatabase, watchHiding } from './indexed-db.ts';
import { createIndexedDbEventStore } from './indexed-db-event-store.ts';

let name: string;

beforeEach(() => {
  name = randomUUID();
});

/** A new connection, as each tab has one. */
async function connect(): Promise<IDBDatabase> {
  const database = await openQueueDatabase(name);
  onTestFinished(() => database.close());
  return database;
}

describe('a queue in IndexedDB', () => {
  test('returns records in the order they were appended, starting after any of them', async () => {
    const store = createIndexedDbEventStore(await connect());
    for (const record of ['1', '2', '3', '4']) await store.append(record);
    const all = await store.read(undefined, 10);
    expect(all.map(({ record }) => record)).toEqual(['1', '2', '3', '4']);
    expect(await store.read(all[1]?.id, 1)).toEqual([all[2]]);
    expect(await store.count()).toBe(4);
  });

  test('is shared by all tabs and keeps what was not acked', async () => {
    const first = createIndexedDbEventStore(await connect());
    const second = createIndexedDbEventStore(await connect());
    for (const record of ['1', '2', '3']) await first.append(record);
    const [one, , three] = await second.read(undefined, 10);
    await second.ack([one?.id ?? '', three?.id ?? '', '999']);
    await first.close();
    const later = createIndexedDbEventStore(await connect());
    expect((await later.read(undefined, 10)).map(({ record }) => record)).toEqual(['2']);
  });

  test('stores each event as a separate record', async () => {
    const database = await connect();
    const store = createIndexedDbEventStore(database);
    await store.append('{"a":1}');
    await store.append('{"b":2}');
    const values = database.transaction('events').objectStore('events').getAll();
    await new Promise((resolve) => {
      values.onsuccess = resolve;
    });
    expect(values.result).toEqual(['{"a":1}', '{"b":2}']);
  });
});

describe('a page that is put aside', () => {
  /** What the browser tells the page. */
  function tell(type: string, persisted = true): void {
    page.dispatchEvent(Object.assign(new Event(type), { persisted }));
  }
  let page: EventTarget;

  beforeEach(() => {
    page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
    onTestFinished(() => void vi.unstubAllGlobals());
  });

  test('begins no transaction until it is shown again, since WebKit would make the next page wait for it', async () => {
    watchHiding();
    const database = await connect();
    const begun = vi.spyOn(database, 'transaction');
    const store = createIndexedDbEventStore(database);
    for (let round = 1; round <= 2; round++) {
      tell('pagehide');
      const all = Promise.all([
        store.append(`${round}`),
        store.read(undefined, 1),
        store.ack(['99']),
        store.count(),
      ]);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(begun).not.toHaveBeenCalled();
      tell('pageshow');
      await all;
      expect(await store.count()).toBe(round);
      begun.mockClear();
    }
  });

  test('for good may still write', async () => {
    watchHiding();
    const store = createIndexedDbEventStore(await connect());
    tell('pagehide', false);
    await store.append('1');
    expect(await store.count()).toBe(1);
  });
});
