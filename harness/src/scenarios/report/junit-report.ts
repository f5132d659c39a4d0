import type { Verdict } from '../check-expectations.ts';
import { escapeMarkup } from './escape-markup.ts';

/** The verdicts as JUnit XML, which CI servers show: a test case per expectation. */
export function junitReport(scenario: string, verdicts: readonly Verdict[], tookMs: number): string {
  const failures = verdicts.filter(({ isMet }) => !isMet).length;
  const name = escapeMarkup(scenario);
  const cases = verdicts.map(
    ({ name: expectation, isMet, says }) =>
      `    <testcase classname="${name}" name="${escapeMarkup(expectation)}">` +
      `${isMet ? '' : `<failure message="${escapeMarkup(says)}"/>`}</testcase>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite name="${name}" tests="${verdicts.length}" failures="${failures}" time="${tookMs / 1000}">`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
