import { openFileLease } from '../platform/node/file-lease.ts';

// A process of its own: takes the lease of a folder, says so, and holds it until it is killed.
const [directory = '', now = '0', ttl = '0'] = process.argv.slice(2);
const lease = await openFileLease(directory);
process.stdout.write(`${await lease.acquire(Number(now), Number(ttl))}\n`);
setInterval(() => {}, 60_000);
