import { join } from 'node:path';
import { createNodeClient } from '../../node.ts';
import { API_KEY } from '../start-service.ts';

// A separate process on a small file system: fills it with events while there is no service, and then starts three times
// with one. Prints how many events were stored, and the statistics of each start, as JSON.
const [mount = '', url = ''] = process.argv.slice(2);
const directory = join(mount, 'tributary');
const elsewhere = 'http://127.0.0.1:9/v1/ingest';

function start(ingestEndpoint: string) {
  const client = createNodeClient();
  client.init({ directory }, API_KEY, { ingestEndpoint });
  return client;
}

const offline = start(elsewhere);
let tracked = 0;
while ((await offline.stats()).storage.works) await offline.trackEvent(`event-${tracked++}`);
const { inMemory } = (await offline.stats()).storage;
await offline.close();

const starts = [];
for (let n = 1; n <= 3; n++) {
  const online = start(url);
  await online.flush();
  starts.push(await online.stats());
  await online.close();
}
process.stdout.write(JSON.stringify({ stored: tracked - inMemory, starts }));
