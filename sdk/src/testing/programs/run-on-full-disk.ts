import { closeSync, openSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createNodeClient } from '../../node.ts';
import { API_KEY } from '../start-service.ts';

// A separate process on a small file system: stores events, fills the disk, tracks more, and makes room again. Prints
// what it saw as JSON.
const [mount = '', url = ''] = process.argv.slice(2);
const directory = join(mount, 'tributary');
const filler = join(mount, 'filler');
const elsewhere = 'http://127.0.0.1:9/v1/ingest';

async function track(ingestEndpoint: string, prefix: string, count: number) {
  const client = createNodeClient();
  client.init({ directory }, API_KEY, { ingestEndpoint, logLevel: 'ERROR' });
  for (let at = 0; at < count; at++) await client.trackEvent(`${prefix}-${at}`);
  return client;
}

function fillDisk(): void {
  const file = openSync(filler, 'a');
  const page = Buffer.alloc(4096);
  try {
    while (writeSync(file, page) === page.length);
  } catch {
    // It is full.
  }
  closeSync(file);
}

await (await track(elsewhere, 'before', 20)).close();
fillDisk();
const full = await track(url, 'full', 300);
const tracked = await full.stats();
await full.flush();
const sent = await full.stats();
await rm(filler);
for (let works = false; !works; { works } = (await full.stats()).storage) {
  await full.trackEvent('room');
  await full.flush();
  await new Promise((resolve) => setTimeout(resolve, 200));
}
const after = await full.stats();
await full.close();
process.stdout.write(JSON.stringify({ tracked, sent, after }));
