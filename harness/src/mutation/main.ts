import { join } from 'node:path';
import { defineCommand } from '../command-line/command.ts';
import { runCommand } from '../command-line/run-command.ts';
import { runMutation } from './run-mutation.ts';

const mutateCommand = defineCommand({
  about: `Makes deliberate mistakes in the SDK, in ingest and in attribution, one at a time in a copy of the project, and says which
of them the tests find.`,
  options: {
    count: { type: 'count', default: 60, about: 'how many mistakes, chosen at random' },
    seed: { type: 'count', default: 1, about: 'which ones' },
    only: { type: 'text', value: 'PATH', about: 'a folder or file, as sdk/src/storage' },
  },
  async run(values) {
    const { tried, found } = await runMutation({
      ...values,
      root: join(import.meta.dirname, '../../..'),
      report({ path, line, mistake, replacement }, isFound) {
        const where = `${path}:${line} ${mistake}`;
        console.log(isFound ? `found     ${where}` : `NOT FOUND ${where}: ${replacement.slice(0, 100)}`);
      },
    });
    console.log(`${found} of ${tried} mistakes found`);
  },
});

await runCommand('npm run mutate --', mutateCommand, process.argv.slice(2));
