import { join } from 'node:path';
import { HelpRequest, readOptions } from '../bench/read-options.ts';
import { runMutation } from './run-mutation.ts';

const ABOUT =
  'Makes deliberate mistakes in the SDK, in ingest and in attribution, one at a time in a copy of the\n' +
  'project, and says which of them the tests find.';

const readMutationOptions = () =>
  readOptions(process.argv.slice(2), ABOUT, {
    count: { type: 'string', default: '60', about: 'how many mistakes, chosen at random' },
    seed: { type: 'string', default: '1', about: 'which ones' },
    only: { type: 'string', about: 'a folder or file, as sdk/src/storage' },
  });

try {
  const { count, seed, only } = readMutationOptions();
  const { tried, found } = await runMutation({
    root: join(import.meta.dirname, '../../..'),
    only,
    count: Number(count),
    seed: Number(seed),
    report({ path, line, mistake, replacement }, isFound) {
      const where = `${path}:${line} ${mistake}`;
      console.log(isFound ? `found     ${where}` : `NOT FOUND ${where}: ${replacement.slice(0, 100)}`);
    },
  });
  console.log(`${found} of ${tried} mistakes found`);
} catch (error) {
  if (!(error instanceof HelpRequest)) throw error;
  console.log(`npm run mutate -- [options]\n\n${error.message}`);
}
