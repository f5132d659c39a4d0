import type { Page } from 'playwright-core';

const MOST_STOPS = 250;

/** The role and name of what has the focus, as a screen reader says it: `button "Revoke"`. */
export async function focused(page: Page): Promise<string> {
  const holder = page.locator(':focus');
  if ((await holder.count()) === 0) return 'nothing';
  const [line = ''] = (await holder.ariaSnapshot()).split('\n');
  return line.replace(/^- /, '');
}

/** Whether one sees where the focus is: by an outline of it or of what it stands in, or by its colours. */
export function focusShown(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const holder = document.activeElement;
    if (!holder || holder === document.body) return true;
    const isOutlined = (element: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
    };
    const { width, height } = holder.getBoundingClientRect();
    return isOutlined(holder) && width > 1 && height > 1;
  });
}

/** Presses Tab until the focus is on what is named. @throws Error at a stop that cannot be seen, or when it never is */
export async function tabTo(page: Page, name: string | RegExp, most = MOST_STOPS): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < most; stop++) {
    await page.keyboard.press('Tab');
    const holder = await focused(page);
    if (!(await focusShown(page))) throw new Error(`the focus cannot be seen on ${holder}`);
    if (typeof name === 'string' ? holder.includes(name) : name.test(holder)) return;
    passed.push(holder);
  }
  throw new Error(`no way to ${name}, only to: ${passed.join(', ')}`);
}
