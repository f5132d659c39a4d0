import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished } from 'vitest';
import type { EventStore } from '../platform/event-store.ts';
import { openFileEventStore } from '../platform/node/file-event-store.ts';

/** A folder of its own for each test, and the queues that the test opens in it. */
export interface QueueFolder {
  readonly directory: string;
  openStore(folder?: string, segmentBytes?: number): Promise<EventStore>;
  /** The only file in the folder whose name ends with `ending`. */
  onlyFile(ending: string): Promise<string>;
}

export function queueFolderPerTest(): QueueFolder {
  let directory = '';
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'tributary-queue-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
  });
  return {
    get directory() {
      return directory;
    },
    async openStore(folder = directory, segmentBytes) {
      const store = await openFileEventStore(folder, segmentBytes);
      onTestFinished(() => store.close());
      return store;
    },
    async onlyFile(ending) {
      const names = (await readdir(directory)).filter((name) => name.endsWith(ending));
      expect(names).toHaveLength(1);
      return join(directory, names[0] ?? '');
    },
  };
}

export const textsOf = async (store: EventStore, after?: string) =>
  (await store.read(after, 100_000)).map(({ record }) => record);

export async function appendAll(store: EventStore, records: readonly string[]): Promise<void> {
  for (const record of records) await store.append(record);
}
