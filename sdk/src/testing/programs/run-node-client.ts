import { Tributary } from '../../node.ts';
import { API_KEY } from '../start-service.ts';

// A separate process: a Node program that tracks events and then ends, or runs until it is killed.
const [directory = '', url = '', prefix = '', count = '0', then = 'end'] = process.argv.slice(2);
Tributary.init({ directory }, API_KEY, { ingestEndpoint: url, batchSize: 10 });
for (let at = 0; at < Number(count); at++) await Tributary.trackEvent(`${prefix}-${at}`);
process.stdout.write('tracked\n');
if (then === 'flush') await Tributary.flush();
if (then === 'stay') setInterval(() => {}, 60_000);
