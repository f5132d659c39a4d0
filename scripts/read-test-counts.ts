import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The number of tests by outcome. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

// The part that we read of the file that vitest's JSON reporter writes.
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly { status: string; assertionResults: readonly { status: string }[] }[];
}

/**
 * Adds up the reports that the packages' test runs wrote into `folder`. An expected package without a report counts as
 * one failure, and so does a test file that failed as a whole because it could not be loaded.
 */
export function readTestCounts(folder: string, expected: readonly string[]): TestCounts {
  const reports = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const files = new Set([...expected.map((name) => `${name}.json`), ...reports]);
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const file of files) {
    const counts = readReport(join(folder, file));
    sum.passed += counts.passed;
    sum.failed += counts.failed;
    sum.skipped += counts.skipped;
  }
  return sum;
}

function readReport(path: string): TestCounts {
  if (!existsSync(path)) return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(readFileSync(path, 'utf8')) as Report;
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The last line of a test run. */
export function formatTestCounts({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
