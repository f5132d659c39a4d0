import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHROMIUM } from '@tributary/sdk/testing/chromium/chromium';
import { chromium, type Page } from 'playwright-core';

const WIDTH = 1280;
/** A picture is read with the page that it is in: heavier ones are refused. */
const MOST_BYTES = 60_000;
const QUALITY = 62;

interface Shot {
  /** In the folder, without its ending. */
  readonly name: string;
  /** Below `/console/`. */
  readonly path: string;
  readonly height: number;
  /** Goes on from that page to what is shown. */
  readonly goOn?: (page: Page) => Promise<void>;
}

const SHOTS: readonly Shot[] = [
  { name: 'overview', path: 'overview', height: 1330, goOn: putListAway },
  { name: 'install', path: 'attribution', height: 1200, goOn: openContestedInstall },
  { name: 'campaigns', path: 'campaigns', height: 700 },
  { name: 'cohorts', path: 'cohorts', height: 900 },
  { name: 'fraud', path: 'fraud', height: 700 },
  { name: 'events', path: 'events', height: 900 },
];

/** Signs in to a running demo and keeps what its pages look like. @throws Error where a picture is too heavy */
export async function takeScreenshots(signIn: string, folder: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const context = await browser.newContext({ locale: 'en-GB', colorScheme: 'light', timezoneId: 'UTC' });
    const page = await context.newPage();
    await page.goto(signIn);
    await page.waitForURL('**/console/overview');
    const { origin } = new URL(signIn);
    for (const shot of SHOTS) {
      await page.setViewportSize({ width: WIDTH, height: shot.height });
      await page.goto(`${origin}/console/${shot.path}`);
      await settle(page);
      await shot.goOn?.(page);
      await keep(page, join(folder, `${shot.name}.webp`));
    }
  } finally {
    await browser.close();
  }
}

async function settle(page: Page): Promise<void> {
  await page.locator('main h1').waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('.waiting').first().waitFor({ state: 'detached' });
}

async function putListAway(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Hide' });
  if ((await button.count()) > 0) await button.click();
}

/** The newest install that several clicks could have caused. */
async function openContestedInstall(page: Page): Promise<void> {
  const link = page.locator('main a[href*="/console/installs/"]');
  const addresses = await link.evaluateAll((links) => links.map((each) => each.getAttribute('href') ?? ''));
  for (const address of new Set(addresses)) {
    await page.goto(new URL(address, page.url()).href);
    await settle(page);
    if ((await page.getByRole('region', { name: 'candidates' }).count()) > 0) return;
  }
}

async function keep(page: Page, file: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await session.detach();
  const picture = Buffer.from(data, 'base64');
  if (picture.length > MOST_BYTES)
    throw new Error(`${file} has ${picture.length} bytes, more than ${MOST_BYTES}`);
  await writeFile(file, picture);
}
