import { loadavg } from 'node:os';
import { addDays } from '@tributary/server/counters/utc-day';
import { printHeading, printRow } from '../../command-line/print-figures.ts';
import type { HistoryOwner } from '../analytics/history-owner.ts';
import { DAYS, today } from '../analytics/report-requests.ts';
import { readMachineTime, stolenSince, stolenText } from '../machine-time.ts';
import { percentilesText } from './percentiles-text.ts';
import type { PlainBrowser, PlainPerson } from './plain-browser.ts';

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
/** A page that is not complete by then never is. */
const GIVES_UP_MS = 30_000;
const UNTIL_COMPLETE = `new Promise((resolve, reject) => {
  const check = () => {
    const { completeAt } = window;
    if (performance.now() > ${GIVES_UP_MS}) return reject(new Error('not complete: ' + document.body.innerText.slice(0, 300)));
    if (completeAt === undefined || performance.now() < completeAt + ${FOR_GOOD_MS}) return setTimeout(check, 50);
    const asked = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/trpc'));
    resolve({ complete: completeAt, answered: Math.max(...asked.map(({ duration }) => duration)) });
  };
  check();
})`;

/** Measures the overview of an app, of all apps and of the whole history, by people who come for the first time and again. */
export async function measureOverview(
  browser: PlainBrowser,
  origin: string,
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
    const machine = readMachineTime();
    const first: VisitTimes[] = [];
    for (let visit = 0; visit < Math.ceil(visits / 3); visit++) {
      const person = await signedIn(browser, origin, owner.token);
      first.push(await timeVisit(person, origin + path));
      await person.close();
    }
    const person = await signedIn(browser, origin, owner.token);
    const again: VisitTimes[] = [];
    for (let visit = -2; visit < visits; visit++) {
      const took = await timeVisit(person, origin + path);
      if (visit >= 0) again.push(took);
    }
    await person.close();
    printVisits(`${name}, first visit`, first);
    printVisits(`${name}, again`, again);
    printRow('', `${stolenText(stolenSince(machine))}, load ${loadavg()[0]?.toFixed(1)}`);
  }
}

/** A person with a session, as the page of sign-in leaves them, and nothing of the console in their browser. */
async function signedIn(browser: PlainBrowser, origin: string, token: string): Promise<PlainPerson> {
  const person = await browser.person();
  const headers = JSON.stringify({ authorization: `Bearer ${token}` });
  const expression = `fetch('/console/session', { method: 'POST', headers: ${headers} }).then(({ status }) => status)`;
  const status = await person.visit(`${origin}/docs`, { expression });
  if (status !== 200) throw new Error(`no session: ${status}`);
  return person;
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

function timeVisit(person: PlainPerson, url: string): Promise<VisitTimes> {
  return person.visit<VisitTimes>(url, { before: NOTE_COMPLETE, expression: UNTIL_COMPLETE });
}
