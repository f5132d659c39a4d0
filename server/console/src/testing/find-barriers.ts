import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What another colour scheme can change: all else is of the document, and the same in both. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Rows of a table come from one component each: those after the first few are alike. */
const MORE_ROWS = 'tbody tr:nth-child(n + 9)';

interface Looked {
  /** Looks at colours alone, for a document that was looked at in the other scheme. */
  readonly coloursAlone?: boolean;
}

/** What axe finds that keeps people out, as lines: the rule and where. */
export async function findBarriers(page: Page, { coloursAlone = false }: Looked = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    // Otherwise it fetches every style sheet anew.
    preload: false,
    ...(coloursAlone && { runOnly: OF_COLOURS }),
  };
  return page.evaluate(
    async ([given, rows]) => {
      const { axe: runner } = window as unknown as { axe: typeof axe };
      const context = document.querySelector(rows)
        ? { include: ['html'], exclude: [rows] }
        : { include: ['html'] };
      const { violations } = await runner.run(context, given);
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
    },
    [options, MORE_ROWS] as const,
  );
}
