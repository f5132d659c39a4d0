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
export const focusShown = async (page: Page) => (await lookAtFocus(page)).isShown;

/** Presses Tab until the focus is on what is named. @throws Error at a stop that cannot be seen, or when it never is */
export async function tabTo(page: Page, name: string | RegExp, most = MOST_STOPS): Promise<void> {
  const words = wordsOf(name);
  const passed: string[] = [];
  for (let stop = 0; stop < most; stop++) {
    await page.keyboard.press('Tab');
    const { texts, isShown } = await lookAtFocus(page);
    if (!isShown) throw new Error(`the focus cannot be seen on ${await focused(page)}`);
    // There are hundreds of stops, and to find out what a screen reader says takes longer than all else.
    if (words.every((word) => texts.includes(word))) {
      const holder = await focused(page);
      if (typeof name === 'string' ? holder.includes(name) : name.test(holder)) return;
    }
    passed.push(texts.slice(0, 60));
  }
  throw new Error(`no way to ${name}, only to: ${passed.join(', ')}`);
}

/** Those of the accessible name, which stands in quotation marks behind a role. */
function wordsOf(name: string | RegExp): string[] {
  const text = typeof name === 'string' ? name : name.source.replaceAll(/\\./g, ' ');
  return text.replace(/^[^"]*"/, '').match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** All texts that what has the focus may have its name from, and whether it can be seen that it has it. */
function lookAtFocus(page: Page): Promise<{ texts: string; isShown: boolean }> {
  return page.evaluate(() => {
    const holder = document.activeElement;
    if (!holder || holder === document.body) return { texts: '', isShown: true };
    const namedBy = (holder.getAttribute('aria-labelledby') ?? '').split(' ');
    const labels = 'labels' in holder ? [...(holder.labels as NodeListOf<HTMLElement>)] : [];
    const sources = [holder, ...labels, ...namedBy.map((id) => document.getElementById(id))];
    const texts = sources.flatMap((source) => [
      ...['aria-label', 'title', 'placeholder', 'alt'].map((attribute) => source?.getAttribute(attribute)),
      source?.textContent,
    ]);
    const { outlineStyle, outlineWidth } = getComputedStyle(holder);
    const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
    const { width, height } = holder.getBoundingClientRect();
    return { texts: texts.filter(Boolean).join(' '), isShown: isOutlined && width > 1 && height > 1 };
  });
}
