import type { SeededApp } from '../../backend/seed-apps.ts';
import type { SpawnedBackend } from '../../backend/spawned-backend.ts';
import { readProcessUsage, watchMemory } from '../../processes/process-usage.ts';
import { readMachineTime, stolenSince } from '../machine-time.ts';
import { LoadGenerator } from './load-generator.ts';

export interface LoadShape {
  readonly apps: readonly SeededApp[];
  readonly requests: number;
  /** Events per request. */
  readonly batch: number;
  readonly connections: number;
  readonly withIds?: boolean;
  /** Requests a second; as many as possible without it. */
  readonly perSecond?: number;
}

export interface Measurement {
  readonly eventsPerSecond: number;
  readonly requestsPerSecond: number;
  /** ms. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** CPU time of the server process per event, in µs. */
  readonly serverMicrosPerEvent: number;
  readonly peakMemoryBytes: number;
  /** Share of the machine's CPU time that was stolen by its host during the measurement. */
  readonly stolen: number;
}

const WARM_UP = 0.15;

/** Puts a service under load and measures it once it is warm. Every event must be accepted. */
export async function measureService(
  { origin, process: { pid } }: Pick<SpawnedBackend, 'origin' | 'process'>,
  { apps, requests, batch, connections, withIds = true, perSecond }: LoadShape,
): Promise<Measurement> {
  if (pid === undefined) throw new Error('the service is not running');
  const load = new LoadGenerator();
  try {
    await load.prepare({ apps, requests, batch, withIds });
    const memory = watchMemory(pid);
    let before = readProcessUsage(pid);
    let machine = readMachineTime();
    const target = { port: Number(new URL(origin).port), connections, warmUp: WARM_UP };
    const result = await load.run({ ...target, ...(perSecond !== undefined && { perSecond }) }, () => {
      before = readProcessUsage(pid);
      machine = readMachineTime();
    });
    const after = readProcessUsage(pid);
    if (result.accepted !== result.events)
      throw new Error(`${result.events - result.accepted} events were not accepted`);
    const at = (share: number) => result.latencies[Math.floor(result.latencies.length * share)] ?? Number.NaN;
    return {
      eventsPerSecond: result.events / result.seconds,
      requestsPerSecond: result.requests / result.seconds,
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
      serverMicrosPerEvent: (after.cpuMicros - before.cpuMicros) / result.events,
      peakMemoryBytes: memory.stop(),
      stolen: stolenSince(machine),
    };
  } finally {
    load.close();
  }
}
