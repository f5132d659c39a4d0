import { openFileEventStore } from '../../platform/node/file-event-store.ts';

// A separate process that appends records to the queue in a folder and prints each one once it is stored.
const [directory = '', prefix = '', count = '0'] = process.argv.slice(2);
const store = await openFileEventStore(directory, 2000);
for (let at = 0; at < Number(count); at++) {
  const record = `${prefix}-${at}`;
  await store.append(record);
  process.stdout.write(`${record}\n`);
}
