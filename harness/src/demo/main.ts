import { parseArgs } from 'node:util';
import { listenForStop } from '@tributary/server/stop-signal';
import { freePort } from '../backend/free-port.ts';
import { createProgress } from '../cli/progress.ts';
import { runDemo } from './run-demo.ts';

const DAYS = 30;
const PEOPLE = 400;

// `npm run demo [-- --port 8787] [--exit]`: a month of a shop's app, and the service that shows it, until Ctrl-C.

const { values } = parseArgs({
  options: { port: { type: 'string' }, exit: { type: 'boolean', default: false } },
});
const stop = listenForStop();
const progress = createProgress(process.stderr);
progress.show('starting the service on a temporary database');
const demo = await runDemo({
  ...{ port: values.port === undefined ? await freePort() : Number(values.port), people: PEOPLE, days: DAYS },
  onDay: (day) => progress.show(`[${'#'.repeat(day)}${'.'.repeat(DAYS - day)}] day ${day} of ${DAYS}`),
});
progress.end();
console.log(`${demo.summary}\nPostbacks to the ad network: ${demo.postbacks}\n`);
console.log(`Tributary is running at ${demo.origin}`);
console.log(`  e-mail    ${demo.email}\n  password  ${demo.password}\n  ANON_KEY  ${demo.anonKey}`);
console.log(`  a link    ${demo.origin}/l/${demo.shop.campaigns[0]?.slug}`);
if (!values.exit) {
  console.log('Ctrl-C stops it and removes its data.');
  await stop.received;
}
await demo.close();
