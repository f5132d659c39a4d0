import type { Client } from 'pg';
import { createOwner, type Owner } from '../backend/owner.ts';
import { spawnSeedableBackend } from '../backend/seedable-backend.ts';
import { defineCommand } from '../command-line/command.ts';
import { formatNumber, printHeading, printRow } from '../command-line/print-figures.ts';
import { withPostgres } from '../command-line/with-postgres.ts';
import { readProcessUsage, watchMemory } from '../processes/process-usage.ts';

/** The most rows of a table in one export. */
const MAX_ROWS = 200_000;
/** Ordinary requests before anything is measured: V8's young generation grows to its full size under any load. */
const WARM_UP_REQUESTS = 5000;
const WARM_UP_LANES = 10;
/** The most that the server may grow by. */
const MAX_GROWTH_BYTES = 50 * 1024 ** 2;

const SEED_EVENTS = `
  insert into events (customer_id, app_id, event_id, event_type, occurred_at, received_at, client_timestamp,
    sdk_version, gaid, event_properties, revenue)
  select customer_id, id, 'event-' || lpad(n::text, 8, '0'), 'custom', now(), now(), 1, 'bench',
    gen_random_uuid()::text, '{"text":"' || repeat('x', 300) || '"}', 1.50
  from apps, generate_series(1, $1::int) as n`;

/** `npm run bench -- export`; with `--help` it says what it does and takes. */
export const exportBench = defineCommand({
  about: `Exports events, 200,000 at a time, over REST and over tRPC, and measures how much the server's memory grows meanwhile.
Exits with 1 above 50 MB.`,
  options: {
    events: { type: 'count', default: 1_000_000, about: 'events of the account' },
  },
  run: ({ events }) => withPostgres(({ client, url }) => measureExports(client, url, events)),
});

async function measureExports(client: Client, url: string, events: number): Promise<void> {
  const service = await spawnSeedableBackend(url);
  try {
    const owner = await createOwner(service);
    await owner.rpc('create_app', { p_name: 'App', p_bundle_id: 'com.example.app' });
    await client.query(SEED_EVENTS, [events]);
    await client.query('analyze events');
    const pid = service.process.pid ?? 0;
    const input = encodeURIComponent(JSON.stringify({ json: { p_max_rows: MAX_ROWS } }));
    const transports = {
      REST: (rows: number) => readBytes(`${service.origin}/rest/v1/rpc/export_my_account_data`, owner, rows),
      tRPC: () => readBytes(`${service.origin}/trpc/export_my_account_data?input=${input}`, owner),
    };
    await warmUp(owner);
    for (const [name, read] of Object.entries(transports)) await measure(name, pid, events, read);
  } finally {
    await service.close();
  }
}

async function warmUp(owner: Owner): Promise<void> {
  const lane = async () => {
    for (let sent = 0; sent < WARM_UP_REQUESTS / WARM_UP_LANES; sent++) await owner.rpc('list_apps', {});
  };
  await Promise.all(Array.from({ length: WARM_UP_LANES }, lane));
}

async function measure(
  name: string,
  pid: number,
  events: number,
  read: (rows: number) => Promise<number>,
): Promise<void> {
  printHeading(`${formatNumber(events)} events exported over ${name}, ${formatNumber(MAX_ROWS)} at a time`);
  const before = readProcessUsage(pid).residentBytes;
  const memory = watchMemory(pid, 10);
  const startedAt = performance.now();
  let bytes = 0;
  let peak = before;
  try {
    for (let exported = 0; exported < events; exported += MAX_ROWS) bytes += await read(MAX_ROWS);
  } finally {
    peak = memory.stop();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const growth = peak - before;
  printRow('exported', `${megabytes(bytes)} in ${seconds.toFixed(1)} s`);
  printRow('memory before', megabytes(before));
  printRow('most that it grew by', `${megabytes(growth)} (limit ${megabytes(MAX_GROWTH_BYTES)})`);
  if (growth > MAX_GROWTH_BYTES) process.exitCode = 1;
}

/** Reads an export without keeping it; `rows` makes it a call over REST. @returns its size. */
async function readBytes(url: string, { headers }: Owner, rows?: number): Promise<number> {
  const body = rows === undefined ? undefined : JSON.stringify({ p_max_rows: rows });
  const response = await fetch(url, body === undefined ? { headers } : { method: 'POST', headers, body });
  if (!response.ok || response.body === null) throw new Error(`${response.status}: ${await response.text()}`);
  let bytes = 0;
  for await (const chunk of response.body) bytes += chunk.length;
  return bytes;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
