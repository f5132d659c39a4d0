import { openFileLease } from '../../platform/node/file-lease.ts';

// A separate process that takes the lease in a folder, prints the result and holds the lease until it is killed.
const [directory = '', now = '0', ttl = '0'] = process.argv.slice(2);
const lease = await openFileLease(directory);
process.stdout.write(`${await lease.acquire(Number(now), Number(ttl))}\n`);
setInterval(() => {}, 60_000);
