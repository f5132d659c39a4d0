import { setTimeout as pause } from 'node:timers/promises';
import { randomFor } from '@tributary/server/testing/random';
import type { Browser, BrowserContext, CDPSession } from 'playwright-core';
import { type PagePlan, planPage } from './plan-page.ts';

const FLUSH_DEADLINE_MS = 60_000;
const CLOSE_DEADLINE_MS = 2000;
const BEGIN_DEADLINE_MS = 30_000;

/** What pages have reported, by the names of events. */
export interface PageReports {
  /** Their promise has resolved. */
  readonly stored: Set<string>;
  /** Tracked in the turn in which their page was left. */
  readonly last: Set<string>;
}

export interface PersonVisits {
  readonly browser: Browser;
  readonly site: string;
  readonly seed: number;
  readonly person: number;
  readonly pages: number;
  readonly reports: PageReports;
  /** How many times slower the pages' processor is than this machine's. */
  readonly slowdown: number;
}

/**
 * A person with a profile of their own opens pages one after another, each of which ends at a random moment; a last
 * visit is undisturbed.
 */
export async function visitPages({
  browser,
  site,
  seed,
  person,
  pages,
  reports,
  slowdown,
}: PersonVisits): Promise<void> {
  const context = await browser.newContext();
  try {
    await context.exposeBinding('report', (_source, kind: keyof PageReports, name: string) => {
      reports[kind].add(name);
    });
    for (let at = 0; at < pages; at++) {
      const random = randomFor(seed, 'page', person, at);
      await visitPage(context, site, slowdown, planPage(random, `p${person}-${at}`));
    }
    await visitUndisturbed(context, site);
  } finally {
    await context.close();
  }
}

async function visitPage(
  context: BrowserContext,
  site: string,
  slowdown: number,
  plan: PagePlan,
): Promise<void> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await slowDown(session, slowdown);
  const network = flapNetwork(session, plan);
  let loads = 0;
  const left = new Promise<void>((resolve) => {
    page.on('framenavigated', (frame) => {
      // A page that has reloaded itself follows no plan any more.
      if (frame.url() === `${site}/left` || ++loads > 1) resolve();
    });
  });
  const begun = new Promise<void>((resolve) => page.exposeFunction('begun', resolve));
  // Not awaited: it may end while it loads.
  void page.goto(`${site}/#${encodeURIComponent(JSON.stringify(plan))}`).catch(() => undefined);
  if (plan.leaveAt !== undefined) await within(BEGIN_DEADLINE_MS, begun);
  await Promise.race([left, pause(plan.endAt)]);
  if (plan.end === 'close') await within(CLOSE_DEADLINE_MS, page.close());
  // A tab that has hardly begun to load cannot always be closed; a killed one is closed with its context.
  if (!page.isClosed()) await within(CLOSE_DEADLINE_MS, session.send('Page.crash'));
  await network;
}

async function slowDown(session: CDPSession, rate: number): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

async function within(ms: number, promise: Promise<unknown>): Promise<void> {
  await Promise.race([promise.catch(() => undefined), pause(ms)]);
}

/** Only the page's own network: to a context with a crashed page in it, it does not come back. */
async function flapNetwork(session: CDPSession, { offline }: PagePlan): Promise<void> {
  if (!offline) return;
  await pause(offline.from);
  await setOffline(session, true);
  await pause(offline.to - offline.from);
  await setOffline(session, false);
}

/** Does nothing for a page that has ended meanwhile. */
async function setOffline(session: CDPSession, offline: boolean): Promise<void> {
  // Conditions hold only while the session watches the network.
  await within(CLOSE_DEADLINE_MS, session.send('Network.enable'));
  const unlimited = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  const emulated = session.send('Network.emulateNetworkConditions', { offline, ...unlimited });
  await within(CLOSE_DEADLINE_MS, emulated);
}

/** Sends whatever is left. */
async function visitUndisturbed(context: BrowserContext, site: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(site);
  await page.waitForFunction('window.Tributary');
  for (const until = Date.now() + FLUSH_DEADLINE_MS; Date.now() < until; await pause(200)) {
    await page.evaluate('Tributary.flush()');
    const { queued } = (await page.evaluate('Tributary.stats()')) as { queued: number };
    if (queued === 0) break;
  }
  await page.close();
}
