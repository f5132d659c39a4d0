import { loadavg } from 'node:os';
import { addDays } from '@tributary/server/rollups/utc-day';
import type { BrowserContext } from 'playwright-core';
import { printHeading, printRow } from '../../command-line/print-figures.ts';
import type { HistoryOwner } from '../analytics/history-owner.ts';
import { DAYS, today } from '../analytics/report-requests.ts';
import { readMachineTime, stolenSince, stolenText } from '../machine-time.ts';
import type { OpenedConsole } from './open-console.ts';
import { percentilesText } from './percentiles-text.ts';

/** From navigation to an overview that shows everything. */
const TARGET_MS = 500;

/** Notes when the page has its last card and its charts are drawn, and nothing in it is being loaded any more. */
const NOTE_COMPLETE = `
  const isComplete = () => !document.querySelector('.waiting') &&
    [...document.querySelectorAll('main h2')].some((title) => title.textContent === 'Top links') &&
    [...document.querySelectorAll('main figure.chart')].every((chart) => chart.querySelector('canvas'));
  new MutationObserver(() => {
    window.completeAt = isComplete() ? (window.completeAt ?? performance.now()) : undefined;
  }).observe(document, { childList: true, subtree: true });`;
/** What is loaded late would have begun by then. */
const FOR_GOOD_MS = 250;

interface Noted {
  readonly completeAt?: number;
}

/** Measures the overview of an app, of all apps and of the whole history, by people who come for the first time and again. */
export async function measureOverview(
  opened: OpenedConsole,
  owner: HistoryOwner,
  visits: number,
): Promise<void> {
  const whole = `from=${addDays(today, 1 - DAYS / 2)}&to=${today}`;
  const views = {
    'all apps, 30 days': '/console/overview',
    'one app, 30 days': `/console/overview?app=${owner.appIds[0]}`,
    [`all apps, ${DAYS / 2} days`]: `/console/overview?${whole}`,
  };
  printHeading(`The overview complete, from navigation (target ${TARGET_MS} ms)`);
  for (const [name, path] of Object.entries(views)) {
    const url = opened.origin + path;
    const machine = readMachineTime();
    const first: VisitTimes[] = [];
    for (let visit = 0; visit < Math.ceil(visits / 3); visit++) {
      const context = await opened.visit();
      first.push(await timeVisit(context, url));
      await context.close();
    }
    const context = await opened.visit();
    const again: VisitTimes[] = [];
    for (let visit = -2; visit < visits; visit++) {
      const took = await timeVisit(context, url);
      if (visit >= 0) again.push(took);
    }
    await context.close();
    printVisits(`${name}, first visit`, first);
    printVisits(`${name}, again`, again);
    printRow('', `${stolenText(stolenSince(machine))}, load ${loadavg()[0]?.toFixed(1)}`);
  }
}

function printVisits(name: string, visits: readonly VisitTimes[]): void {
  const complete = percentilesText(visits.map((visit) => visit.complete));
  const answered = percentilesText(visits.map((visit) => visit.answered));
  printRow(name, `${complete}  the service answered within ${answered}`);
}

interface VisitTimes {
  /** From navigation, ms. */
  readonly complete: number;
  /** The longest request to the service among those for what the page shows, ms. */
  readonly answered: number;
}

/** One visit in a page of its own. */
async function timeVisit(context: BrowserContext, url: string): Promise<VisitTimes> {
  const page = await context.newPage();
  try {
    await page.addInitScript(NOTE_COMPLETE);
    await page.goto(url);
    const complete = await page.waitForFunction((forGood) => {
      const { completeAt } = globalThis as Noted;
      if (completeAt === undefined || performance.now() < completeAt + forGood) return null;
      const asked = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/trpc'));
      return { complete: completeAt, answered: Math.max(...asked.map(({ duration }) => duration)) };
    }, FOR_GOOD_MS);
    return (await complete.jsonValue()) as VisitTimes;
  } finally {
    await page.close();
  }
}
