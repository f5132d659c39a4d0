import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';

/** What a person gets of a card by the button CSV, without the line ends. */
export async function csvOf(page: Page, card: Locator): Promise<string[]> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: /^CSV/ }).click(),
  ]);
  return (await readFile(await file.path(), 'utf8')).split('\r\n').slice(0, -1);
}
