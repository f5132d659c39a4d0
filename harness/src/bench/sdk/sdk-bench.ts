import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { defineCommand } from '../../command-line/command.ts';
import { formatNumber, printHeading, printRow } from '../../command-line/print-figures.ts';
import { forkModule, nextMessage } from '../fork-module.ts';
import { median } from '../median.ts';
import { startAnsweringService } from './answering-service.ts';
import { measureFlush, measureTracking, PLATFORMS } from './measure-client.ts';
import { measureInChromium } from './measure-in-chromium.ts';
import { measureSizes } from './measure-sizes.ts';
import { measureStarts } from './measure-start.ts';

/** Below the queue's limit of 10,000 by as many events as are measured. */
const NEARLY_FULL = 9950;
const CALLS = 50;
const STARTS = 10;

/** `npm run bench -- sdk`; with `--help` it says what it does and takes. */
export const sdkBench = defineCommand({
  about: `Measures what tracking an event costs with an empty and a nearly full queue, how fast a queue is sent, how long the SDK
takes to start, and how large it is, next to other libraries.`,
  options: {
    flushed: { type: 'count', default: 5000, about: 'events in the queue that is sent in Node' },
  },
  async run({ flushed }) {
    await benchClients(flushed);
    await benchNodeStart();
    if (hasBrowser) await benchChromium();
    await benchSizes();
  },
});

async function benchClients(flushed: number): Promise<void> {
  const service = forkModule(new URL('./answering-service-process.ts', import.meta.url));
  const url = await nextMessage<string>(service);
  try {
    for (const [name, createPlatform] of Object.entries(PLATFORMS)) {
      printHeading(name);
      for (const queued of [0, NEARLY_FULL]) {
        const times = await inFolder((folder) => measureTracking(createPlatform(folder), queued, CALLS));
        printTracking(queued, times);
      }
      const rate = await inFolder((folder) => measureFlush(createPlatform(folder), url, flushed));
      printRow(`flush of ${formatNumber(flushed)}`, `${formatNumber(rate)} events/s`);
    }
  } finally {
    service.kill();
  }
}

async function benchNodeStart(): Promise<void> {
  const starts = await measureStarts(STARTS);
  printHeading(`Start of a Node program, median of ${STARTS}`);
  printRow('initialised', `${median(starts, (start) => start.initialised).initialised.toFixed(1)} ms`);
  printRow('first event stored', `${median(starts, (start) => start.stored).stored.toFixed(1)} ms`);
}

async function benchChromium(): Promise<void> {
  const service = await startAnsweringService();
  try {
    const flushed = NEARLY_FULL + CALLS;
    const visit = await measureInChromium(service, { queued: NEARLY_FULL, calls: CALLS, flushed });
    printHeading('Chromium');
    for (const [queued, times] of Object.entries(visit.tracking)) printTracking(Number(queued), times);
    printRow(`flush of ${formatNumber(flushed)}`, `${formatNumber(visit.flushPerSecond)} events/s`);
    printRow('script run and initialised', `${visit.startMs.toFixed(1)} ms`);
    printRow('first event stored', `${visit.firstEventMs.toFixed(1)} ms after that`);
  } finally {
    service.close();
  }
}

async function benchSizes(): Promise<void> {
  printHeading('Sizes: one minified module, packages of React Native left out');
  for (const { name, bytes, gzipBytes } of await measureSizes())
    printRow(name, `${(bytes / 1024).toFixed(1)} KB, ${(gzipBytes / 1024).toFixed(1)} KB gzipped`);
}

function printTracking(queued: number, times: { median: number; p95: number }): void {
  const figures = `median ${formatNumber(times.median)} us, 95 % within ${formatNumber(times.p95)} us`;
  printRow(`track with ${formatNumber(queued)} queued`, figures);
}

async function inFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-bench-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
