import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { SeededApp } from '../backend/seed-apps.ts';
import { auditLedger, type Finding } from './audit-ledger.ts';
import { Ledger } from './ledger.ts';
import { RepeatingSender } from './repeating-sender.ts';

export interface LedgerRun {
  readonly databaseUrl: string;
  readonly apps: readonly SeededApp[];
  readonly origins: () => readonly string[];
  readonly devices: number;
  readonly seconds: number;
  /** What must have happened before the devices may stop, however slow the machine is. */
  readonly enough?: (ledger: Ledger) => boolean;
  readonly duplicates: number;
  /** Disturbs the service meanwhile; it must have recovered at the end. */
  readonly disturb?: (ledger: Ledger) => Promise<void>;
}

export interface LedgerReport {
  readonly findings: Finding[];
  readonly sent: number;
  readonly accepted: number;
  readonly deduplicated: number;
  readonly rejected: number;
  /** Requests that had to be sent again. */
  readonly unanswered: number;
}

/** Lets devices send for a while, disturbs the service, and compares its responses with what is stored. */
export async function runLedger(run: LedgerRun): Promise<LedgerReport> {
  const ledger = new Ledger();
  const until = Date.now() + run.seconds * 1000;
  let disturbed = run.disturb === undefined;
  const isOver = () => Date.now() > until && disturbed && (run.enough?.(ledger) ?? true);
  const recentByApp = new Map<SeededApp, string[]>();
  // Stays below the limit of 600 requests a minute, however many devices an app has.
  const pace = { eventsPerRequest: 10, restMs: Math.ceil((110 * run.devices) / run.apps.length) };
  const devices = Array.from({ length: run.devices }, (_, at) => {
    const app = run.apps[at % run.apps.length];
    if (app === undefined) throw new Error('there are no apps');
    const address = `10.9.${at >> 8}.${at & 255}`;
    const { origins, duplicates } = run;
    const recent = recentByApp.get(app) ?? [];
    recentByApp.set(app, recent);
    return new RepeatingSender({ ...pace, app, ledger, origins, recent, duplicates, address });
  });
  const sending = Promise.all(devices.map((device) => device.sendUntil(isOver)));
  if (run.disturb) {
    await pause(300);
    await run.disturb(ledger).finally(() => {
      disturbed = true;
    });
  }
  await sending;
  return report(ledger, run.databaseUrl);
}

async function report(ledger: Ledger, databaseUrl: string): Promise<LedgerReport> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const findings = await auditLedger(ledger, client).finally(() => client.end());
  return {
    findings,
    sent: ledger.count(() => true),
    accepted: ledger.count((entry) => entry.accepted > 0),
    deduplicated: ledger.count((entry) => entry.deduplicated > 0),
    rejected: ledger.count((entry) => entry.rejected.length > 0),
    unanswered: ledger.unanswered,
  };
}
