import { openFileEventStore } from '../platform/node/file-event-store.ts';

// A process of its own: appends records to the queue of a folder and prints each once it is stored.
const [directory = '', prefix = '', count = '0'] = process.argv.slice(2);
const store = await openFileEventStore(directory, 2000);
for (let at = 0; at < Number(count); at++) {
  const record = `${prefix}-${at}`;
  await store.append(record);
  process.stdout.write(`${record}\n`);
}
