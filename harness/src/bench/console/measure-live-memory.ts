import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { SeededApp } from '../../backend/seed-apps.ts';
import type { SpawnedBackend } from '../../backend/spawned-backend.ts';
import { formatNumber, printHeading, printRow } from '../../command-line/print-figures.ts';
import { prepareSteadyLoad } from '../analytics/steady-load.ts';
import type { OpenedConsole } from './open-console.ts';
import { openLiveView } from './open-live-view.ts';

const BATCH = 50;
const PER_SECOND = 1000 / BATCH;
/** Prepared events must not become older than the service takes them for. */
const PORTION_SECONDS = 60;
const WARM_UP_SECONDS = 10;

/** Watches an app while it and others send 1,000 events a second in all, and measures the page's heap after collections. */
export async function measureLiveMemory(
  opened: OpenedConsole,
  service: SpawnedBackend,
  apps: readonly SeededApp[],
  seconds: number,
): Promise<void> {
  const page = await openLiveView(opened, apps[0]?.appId ?? '');
  printHeading(
    `The live view for ${formatNumber(seconds)} s at 1,000 events/s, of which a ${apps.length}th is its app’s`,
  );
  await sendFor(service, apps, WARM_UP_SECONDS);
  const before = await heapOf(page);
  printRow('heap at the start', megabytes(before));
  for (let left = seconds; left > 0; left -= PORTION_SECONDS) {
    await sendFor(service, apps, Math.min(left, PORTION_SECONDS));
    printRow(
      `after ${formatNumber(seconds - left + Math.min(left, PORTION_SECONDS))} s`,
      megabytes(await heapOf(page)),
    );
  }
  const counts = await page.getByRole('status').first().innerText();
  printRow('what it says', counts);
  await page.context().close();
}

async function sendFor(service: SpawnedBackend, apps: readonly SeededApp[], seconds: number): Promise<void> {
  const requests = Math.ceil(PER_SECOND * (seconds + 5));
  const load = await prepareSteadyLoad(
    service,
    { apps, batch: BATCH, connections: 4 },
    { perSecond: PER_SECOND, requests },
  );
  load.start();
  await pause(seconds * 1000);
  await load.stop();
}

/** JavaScript's heap after a forced collection, in bytes. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(2)} MB`;
