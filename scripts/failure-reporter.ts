import { appendFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

const root = join(import.meta.dirname, '..');

/**
 * Writes one line per test that failed, per test that passed only when it was run again, per file that could not be run
 * and per error outside of any test to `<folder>/failures.txt`, so that the end of a long run says what went wrong.
 */
export class FailureReporter implements Reporter {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, 'failures.txt');
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    const name = `${relative(root, test.module.moduleId)} > ${test.fullName}`;
    if (state === 'failed') this.#write(`failed: ${name}`, errors);
    else if (test.diagnostic()?.flaky) this.#write(`passed only when run again: ${name}`, errors ?? []);
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly { message: string; stack?: string }[],
  ): void {
    for (const module of modules) {
      const errors = [
        ...module.errors(),
        ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
      ];
      if (errors.length > 0)
        this.#write(`failed outside of its tests: ${relative(root, module.moduleId)}`, errors);
    }
    for (const error of unhandled) this.#write('failed outside of any test', [error]);
  }

  #write(what: string, errors: readonly { message: string; stack?: string }[]): void {
    const details = errors.map(
      (error) => `    ${(error.stack ?? error.message).split('\n').slice(0, 6).join('\n    ')}\n`,
    );
    appendFileSync(this.#path, `${what}\n${details.join('')}`);
  }
}
