import type { SeededApp } from '../../backend/seed-apps.ts';
import type { SpawnedBackend } from '../../backend/spawned-backend.ts';
import { formatNumber, printHeading, printRow } from '../../command-line/print-figures.ts';
import { type Measurement, measureService } from '../ingest/measure-service.ts';
import { stolenText } from '../machine-time.ts';
import { median } from '../median.ts';
import type { OpenedConsole } from './open-console.ts';
import { openLiveView } from './open-live-view.ts';

const REQUESTS = 1000;
const TARGET = 0.98;

interface WatchedIngest {
  /** The first of them is watched. */
  readonly apps: readonly SeededApp[];
  readonly token: string;
  readonly rounds: number;
}

/**
 * Ingest at full rate in turns: unwatched, with a reader of the stream, and with the live view. The browser works on this
 * machine's processors, which a colleague's does not: what watching costs the service is what the reader shows.
 */
export async function measureIngestWatched(
  opened: OpenedConsole,
  service: SpawnedBackend,
  { apps, token, rounds }: WatchedIngest,
): Promise<void> {
  const appId = apps[0]?.appId ?? '';
  const ways: Record<string, () => Promise<() => unknown>> = {
    unwatched: async () => () => undefined,
    'with a reader of the stream': () => readStream(service.origin, appId, token),
    'with the live view in Chromium': async () => {
      const page = await openLiveView(opened, appId);
      return () => page.context().close();
    },
  };
  const measured = Object.keys(ways).map((name) => ({ name, rounds: [] as Measurement[] }));
  const shape = { apps, requests: REQUESTS, batch: 50, connections: 16 };
  await measureService(service, shape);
  for (let round = 0; round < rounds; round++)
    for (const { name, rounds: results } of round % 2 === 0 ? measured : measured.toReversed()) {
      const leave = await ways[name]?.();
      results.push(await measureService(service, shape));
      await leave?.();
    }
  printHeading(`Ingest in batches of 50 of ${apps.length} apps, one of them watched (target ${TARGET})`);
  const [unwatched] = measured;
  for (const { name, rounds: results } of measured) {
    const ratios = results.map(
      ({ eventsPerSecond }, round) =>
        eventsPerSecond / (unwatched?.rounds[round]?.eventsPerSecond ?? Number.NaN),
    );
    const { eventsPerSecond, serverMicrosPerEvent, stolen } = median(results, (each) => each.eventsPerSecond);
    printRow(
      name,
      `${formatNumber(eventsPerSecond)} events/s  ${median(ratios, (ratio) => ratio).toFixed(3)} ` +
        `(${ratios.map((ratio) => ratio.toFixed(2)).join(' ')})  ` +
        `${serverMicrosPerEvent.toFixed(1)} µs of the server an event  ${stolenText(stolen)}`,
    );
  }
}

/** Reads what the live view would, and keeps nothing. @returns ends it */
async function readStream(origin: string, appId: string, token: string): Promise<() => void> {
  const leave = new AbortController();
  const response = await fetch(`${origin}/v1/live-events?app_id=${appId}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leave.signal,
  });
  if (!response.ok || response.body === null) throw new Error(`${response.status}: ${await response.text()}`);
  void response.body.pipeTo(new WritableStream()).catch(() => undefined);
  return () => leave.abort();
}
