import { UsageError } from '../command-line/usage-error.ts';
import { readScenario, ScenarioError } from './read-scenario.ts';

/** `harness validate <file>...`: says of each scenario file whether it can be run; exits with 1 if one cannot. */
export async function runValidateCommand(files: string[]): Promise<number> {
  if (files.length === 0) throw new UsageError('name one scenario file or more');
  let code = 0;
  for (const file of files) {
    try {
      const { name, events, trouble } = await readScenario(file);
      console.log(`${file}: ${name}, ${events.length} kinds of events, ${trouble.length} troubles`);
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      console.error(error.message);
      code = 1;
    }
  }
  return code;
}
