import type { Client } from 'pg';
import { defineCommand } from '../../command-line/command.ts';
import { formatNumber, printHeading, printRow } from '../../command-line/print-figures.ts';
import { withPostgres } from '../../command-line/with-postgres.ts';
import { loadOldest, upgradeOldest } from '../../upgrade/upgrade-oldest.ts';
import { prefillWal } from '../prefill-wal.ts';

/** `npm run bench -- upgrade`; with `--help` it says what it does and takes. */
export const upgradeBench = defineCommand({
  about: `Measures how long the service takes to bring a database of the oldest commit up to date, and when it accepts events again.
Events are sent from the moment of its start and sent again until they are accepted, as SDKs do. Exits with 1 if one is lost.`,
  options: {
    events: { type: 'count', from: 1, default: 1_000_000, about: 'events that the database has' },
  },
  run: ({ events }) => withPostgres(({ client, url }) => report(client, url, events)),
});

async function report(client: Client, url: string, events: number): Promise<void> {
  const [app] = await loadOldest(client, events);
  if (!app) throw new Error('there is no app');
  await prefillWal(client);
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from public.events');
  printHeading(`${formatNumber(rows[0]?.n ?? 0)} events of commit 324424b brought up to date`);
  const { readyAfterMs, firstAcceptedAfterMs, sent, attempts, lost } = await upgradeOldest(client, url, app);
  printRow('ready after', seconds(readyAfterMs));
  printRow('the first event is accepted after', seconds(firstAcceptedAfterMs));
  printRow('events sent meanwhile', `${formatNumber(sent)} in ${formatNumber(attempts)} requests`);
  printRow('  lost', formatNumber(lost));
  if (lost !== 0) process.exitCode = 1;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
