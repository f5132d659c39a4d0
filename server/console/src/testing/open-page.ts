import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { ConsoleStand } from './console-stand.ts';
import { takePage } from './take-page.ts';
import { settle } from './watched-page.ts';

/**
 * Opens a page of the console for the running test, which fails at its end if anything has gone wrong in it but what
 * `expected` names parts of.
 */
export async function openPage(
  stand: ConsoleStand,
  token: string,
  path: string,
  expected: readonly string[] = [],
): Promise<Page> {
  const { page, takeProblems } = await takePage(stand, token);
  onTestFinished(() => {
    const isExpected = (problem: string) => expected.some((part) => problem.includes(part));
    expect(takeProblems().filter((problem) => !isExpected(problem))).toEqual([]);
  });
  await page.goto(`${stand.origin}/console/${path}`);
  await settle(page);
  return page;
}
