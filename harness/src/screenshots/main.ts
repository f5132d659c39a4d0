import { join } from 'node:path';
import { listenForStop } from '@tributary/server/run/start/stop-signal';
import { runDemo } from '../demo/run-demo.ts';
import { takeScreenshots } from './take-screenshots.ts';

// `npm run screenshots`: the pictures of docs/console, of the demo's data.
const FOLDER = join(import.meta.dirname, '../../../docs/console');
const OPTIONS = { days: 30, devices: 300, seed: 1, port: undefined, once: false };

const { give, received } = listenForStop();
let printed = '';
let taken: Promise<void> | undefined;
const output = {
  write(text: string) {
    process.stdout.write(text);
    printed += text;
    const address = /^ {2}(\S+\/console\/sign-in#\S+)$/m.exec(printed)?.[1];
    if (address !== undefined) taken ??= takeScreenshots(address, FOLDER).finally(give);
  },
};
await runDemo({ options: OPTIONS, output, stop: { give, received }, now: Date.now });
await taken;
