import { CHROMIUM } from '@tributary/sdk/testing/chromium/chromium';
import { Client } from 'pg';
import { chromium } from 'playwright-core';
import type { PageStand } from './page-stand.ts';
import { type PageReports, visitPages } from './visit-pages.ts';

/** Pages of one profile before its undisturbed visit. */
const PAGES_PER_PERSON = 5;

export interface PagesRun {
  readonly stand: PageStand;
  readonly pages: number;
  readonly seed: number;
  /** People who visit at the same time. */
  readonly atOnce: number;
  /** How many times slower the pages' processor is than this machine's. */
  readonly slowdown: number;
}

export interface PagesReport {
  /** Events whose promise had resolved, and how many of those are not stored exactly once. */
  readonly stored: number;
  readonly lost: string[];
  /** Events tracked in the turn of a navigation or reload, and those of them that are not stored exactly once. */
  readonly last: number;
  readonly lastLost: string[];
  /** Events that are stored more than once. */
  readonly repeated: string[];
}

/** Opens pages and ends them at random moments, and compares what they reported with what the service has stored. */
export async function runPages({ stand, pages, seed, atOnce, slowdown }: PagesRun): Promise<PagesReport> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-quic'],
  });
  const reports: PageReports = { stored: new Set(), last: new Set() };
  const people = Math.ceil(pages / PAGES_PER_PERSON);
  let next = 0;
  const visit = async () => {
    for (let person = next++; person < people; person = next++) {
      const own = Math.min(PAGES_PER_PERSON, pages - person * PAGES_PER_PERSON);
      await visitPages({ browser, site: stand.site, seed, person, pages: own, reports, slowdown });
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, visit));
  } finally {
    await browser.close();
  }
  return compare(reports, await countStored(stand));
}

function compare(reports: PageReports, counts: Map<string, number>): PagesReport {
  const missing = (names: Set<string>) => [...names].filter((name) => counts.get(name) !== 1);
  return {
    stored: reports.stored.size,
    lost: missing(reports.stored),
    last: reports.last.size,
    lastLost: missing(reports.last),
    repeated: [...counts].filter(([, count]) => count > 1).map(([name]) => name),
  };
}

/** How often the service has stored each event, by its name. */
async function countStored({ databaseUrl, app }: PageStand): Promise<Map<string, number>> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string; count: number }>(
    `select custom_event_name as name, count(*)::int as count from events
     where customer_id = $1 and app_id = $2 group by 1`,
    [app.customerId, app.appId],
  );
  await client.end();
  return new Map(rows.map(({ name, count }) => [name, count]));
}
