import { defineCommand } from '../command-line/command.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { readScenario, ScenarioError } from './read-scenario.ts';

/** `npm run harness -- validate <file> ...` */
export const validateCommand = defineCommand({
  about: 'Whether scenario files can be run. Exits with 1 if one cannot.',
  words: '<file> ...',
  options: {},
  async run(_, files) {
    if (files.length === 0) throw new UsageError('name one scenario file or more');
    for (const file of files) await validate(file);
  },
});

async function validate(file: string): Promise<void> {
  try {
    const { name, events, trouble } = await readScenario(file);
    console.log(`${file}: ${name}, ${events.length} kinds of events, ${trouble.length} troubles`);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
