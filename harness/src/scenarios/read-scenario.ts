import { readFile } from 'node:fs/promises';
import { parseDocument } from 'yaml';
import { UsageError } from '../command-line/usage-error.ts';
import { type Scenario, scenarioSchema } from './scenario-schema.ts';

/** A scenario that cannot be used, with a line for each problem. */
export class ScenarioError extends UsageError {}

/** The longest file that is read, in characters. */
const MAX_LENGTH = 1_000_000;

/** Reads a scenario from YAML, or from JSON, which is YAML too. @throws ScenarioError naming every problem */
export async function readScenario(path: string): Promise<Scenario> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new ScenarioError(`${path} cannot be read: ${error.message}`);
  });
  return parseScenario(text, path);
}

/** @param path named in errors */
export function parseScenario(text: string, path: string): Scenario {
  if (text.length > MAX_LENGTH) throw new ScenarioError(`${path}: is longer than ${MAX_LENGTH} characters`);
  const document = parseDocument(text, { prettyErrors: true });
  const [broken] = document.errors;
  if (broken) throw new ScenarioError(`${path}: ${broken.message}`);
  const parsed = scenarioSchema.safeParse(document.toJS({ maxAliasCount: 100 }));
  if (!parsed.success)
    throw new ScenarioError(
      parsed.error.issues
        .map(({ path: at, message }) => `${path}: ${at.length === 0 ? 'the file' : toPath(at)}: ${message}`)
        .join('\n'),
    );
  const problems = findContradictions(parsed.data);
  if (problems.length > 0)
    throw new ScenarioError(problems.map((problem) => `${path}: ${problem}`).join('\n'));
  return parsed.data;
}

function findContradictions({ events, trouble, lasts, expect }: Scenario): string[] {
  const problems: string[] = [];
  for (const [index, { at, every }] of events.entries()) {
    if (at !== undefined && every !== undefined) problems.push(`events[${index}]: has both at and every`);
    if ((at ?? 0) > lasts) problems.push(`events[${index}].at: is after the end of the scenario`);
    if (every !== undefined && every < 1000) problems.push(`events[${index}].every: must be 1s or more`);
  }
  for (const [index, each] of trouble.entries())
    if ('until' in each && each.until <= each.from)
      problems.push(`trouble[${index}]: until must be after from`);
  if (Object.keys(expect).length === 0) problems.push('expect: must have at least one expectation');
  return problems;
}

function toPath(keys: readonly PropertyKey[]): string {
  return keys
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}
