import { globSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestPostgres } from '@tributary/db/testing/start-test-postgres';
import { ensureTemplateDatabase } from '@tributary/db/testing/template-database';
import { randomFor } from '@tributary/server/testing/random';
import { copyProject } from './copy-project.ts';
import { applyMutant, findMutants, type Mutant } from './find-mutants.ts';
import { runSuite } from './run-suite.ts';
import { SUBJECTS, type Subject } from './subjects.ts';

export interface MutationOptions {
  /** The project's root. */
  readonly root: string;
  /** What to mutate: a path of a subject, or the beginning of one of its files. */
  readonly only: string | undefined;
  /** How many mistakes are tried, chosen by the seed; all where there are fewer. */
  readonly count: number;
  readonly seed: number;
  /** Called with each mistake and whether a test found it. */
  report(mutant: Mutant, found: boolean): void;
}

/** How many of the mistakes the tests found. */
export interface MutationScore {
  readonly tried: number;
  readonly found: number;
}

/**
 * Makes one mistake at a time in a copy of the project and runs the tests that should find it: those of its folder
 * first, then, if they pass, those of the whole subject.
 */
export async function runMutation(options: MutationOptions): Promise<MutationScore> {
  const { root, report } = options;
  const copy = await copyProject(root);
  const postgres = await startTestPostgres();
  try {
    await ensureTemplateDatabase(postgres.url);
    const mutants = await chooseMutants(copy, options);
    for (const subject of new Set(mutants.map(subjectOf))) await demandPassing(copy, subject, postgres.url);
    let found = 0;
    for (const mutant of mutants) {
      const isFound = await tryMutant(copy, mutant, postgres.url);
      if (isFound) found += 1;
      report(mutant, isFound);
    }
    return { tried: mutants.length, found };
  } finally {
    await postgres.stop();
    await rm(copy, { recursive: true, force: true });
  }
}

async function chooseMutants(copy: string, { only = '', count, seed }: MutationOptions): Promise<Mutant[]> {
  const folders = SUBJECTS.map(({ folder }) => folder);
  const files = globSync(
    folders.map((folder) => `${folder}/**/*.ts`),
    { cwd: copy },
  )
    .filter((path) => path.startsWith(only) && !/\.test\.ts$|\/testing\//.test(path))
    .toSorted();
  const all: Mutant[] = [];
  for (const path of files) all.push(...findMutants(path, await readFile(join(copy, path), 'utf8')));
  const random = randomFor(seed, 'mutants');
  return all
    .map((mutant) => ({ mutant, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

function subjectOf({ path }: Mutant): Subject {
  const subject = SUBJECTS.find(({ folder }) => path.startsWith(`${folder}/`));
  if (subject === undefined) throw new Error(`${path} is in no subject`);
  return subject;
}

/** Tests that fail without a mistake would seem to find every one. */
async function demandPassing(copy: string, subject: Subject, databaseUrl: string): Promise<void> {
  const suite = { cwd: join(copy, subject.package), databaseUrl, tests: subject.tests };
  if (!(await runSuite(suite))) throw new Error(`the tests of ${subject.folder} fail without a mistake`);
}

/** Whether a test fails with this mistake. */
async function tryMutant(copy: string, mutant: Mutant, databaseUrl: string): Promise<boolean> {
  const subject = subjectOf(mutant);
  const path = join(copy, mutant.path);
  const source = await readFile(path, 'utf8');
  await writeFile(path, applyMutant(source, mutant));
  try {
    const inPackage = mutant.path.slice(subject.package.length + 1);
    const near = inPackage.split('/').slice(0, -1).join('/');
    const suite = { cwd: join(copy, subject.package), databaseUrl };
    return !(
      (await runSuite({ ...suite, tests: [`${near}/`] })) &&
      (await runSuite({ ...suite, tests: subject.tests }))
    );
  } finally {
    await writeFile(path, source);
  }
}
