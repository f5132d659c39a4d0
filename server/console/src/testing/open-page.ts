import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { ConsoleStand } from './console-stand.ts';
import { settle, watchPage } from './watched-page.ts';

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
  const { page, takeProblems } = await watchPage(await stand.visit(token));
  onTestFinished(async () => {
    const isExpected = (problem: string) => expected.some((part) => problem.includes(part));
    expect(takeProblems().filter((problem) => !isExpected(problem))).toEqual([]);
    await page.context().close();
  });
  await page.goto(`${stand.origin}/console/${path}`);
  await settle(page);
  return page;
}
