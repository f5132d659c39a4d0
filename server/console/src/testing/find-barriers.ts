import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What another colour scheme can change: all else is of the document, and the same in both. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Rows of a table come from one component each: those after the first few are alike. */
const MORE_ROWS = 'tbody tr:nth-child(n + 9)';

interface Looked {
  /** Looks at colours alone, for a document that was looked at in the other scheme. */
  readonly coloursAlone?: boolean;
  /** Looks at nothing of the frame, for one that was looked at around something else. */
  readonly mainAlone?: boolean;
}

/** What axe finds that keeps people out, as lines: the rule and where. */
export async function findBarriers(
  page: Page,
  { coloursAlone = false, mainAlone = false }: Looked = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    // Otherwise it fetches every style sheet anew.
    preload: false,
    ...(coloursAlone && { runOnly: OF_COLOURS }),
  };
  return page.evaluate(
    async ([given, part, rows]) => {
      const { axe: runner } = window as unknown as { axe: typeof axe };
      const context = document.querySelector(rows)
        ? { include: [part], exclude: [rows] }
        : { include: [part] };
      const { violations } = await runner.run(context, given);
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
    },
    [options, mainAlone ? 'main' : 'html', MORE_ROWS] as const,
  );
}
