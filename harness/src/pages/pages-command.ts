import { defineCommand } from '../command-line/command.ts';
import { formatNumber, printHeading, printRow } from '../command-line/print-figures.ts';
import { withPostgres } from '../command-line/with-postgres.ts';
import { startPageStand } from './page-stand.ts';
import { type PagesReport, runPages } from './run-pages.ts';

const NAMES_SHOWN = 20;
/** The share of events tracked in a page's last turn that may be lost. */
const MAX_LAST_LOST = 0.01;

/** `npm run bench -- pages`; with `--help` it says what it does and takes. */
export const pagesCommand = defineCommand({
  about: `Opens pages in Chromium and ends them at random moments, on a slow processor and a flapping network. Exits with 1 if an
event whose promise had resolved is not stored exactly once after the next visit, or if more than 1 in 100 of those
tracked in a page's last turn are not.`,
  options: {
    pages: { type: 'count', default: 1000, about: 'pages to open' },
    seed: { type: 'count', default: 1, about: 'another number is another course of events' },
    'at-once': { type: 'count', default: 4, about: 'pages that are open at once' },
    slowdown: {
      type: 'count',
      default: 6,
      about: "how many times slower their processor is than this machine's",
    },
  },
  run: ({ pages, seed, 'at-once': atOnce, slowdown }) =>
    withPostgres(async ({ url }) => {
      const stand = await startPageStand(url);
      try {
        printHeading(`${formatNumber(pages)} pages, seed ${seed}`);
        print(await runPages({ stand, pages, seed, atOnce, slowdown }));
      } finally {
        await stand.close();
      }
    }),
});

function print({ stored, lost, last, lastLost, repeated }: PagesReport): void {
  printRow('events whose promise resolved', formatNumber(stored));
  printRow('  of these not stored once', formatNumber(lost.length));
  printRow('events of a last turn', formatNumber(last));
  printRow('  of these not stored once', formatNumber(lastLost.length));
  printRow('events stored more than once', formatNumber(repeated.length));
  for (const name of [...lost, ...repeated, ...lastLost].slice(0, NAMES_SHOWN)) printRow('', name);
  if (lost.length > 0 || repeated.length > 0 || lastLost.length > last * MAX_LAST_LOST) process.exitCode = 1;
}
