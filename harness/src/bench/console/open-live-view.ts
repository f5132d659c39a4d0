import type { Page } from 'playwright-core';
import type { OpenedConsole } from './open-console.ts';

/** The live view of an app, connected. Closing its context ends it. @param script run before anything of the page */
export async function openLiveView(
  { origin, visit }: OpenedConsole,
  appId: string,
  script?: string,
): Promise<Page> {
  const page = await (await visit()).newPage();
  if (script !== undefined) await page.addInitScript(script);
  await page.goto(`${origin}/console/live?app=${appId}`);
  await page.getByText('Watching.').waitFor();
  return page;
}
