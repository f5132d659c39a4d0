import { forkModule, nextMessage } from './fork-module.ts';
import { readMachineTime, stolenSince } from './machine-time.ts';
import type { LoadReport } from './send-load.ts';

export interface LoadMeasurement {
  readonly requests: number;
  readonly seconds: number;
  readonly requestsPerSecond: number;
  /** ms. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Share of the machine's CPU time that was stolen by its host during the measurement. */
  readonly stolen: number;
}

/**
 * Runs a load process, which sends by `sendLoad` what this message tells it, and measures once the service is warm.
 *
 * @param whenWarm called when the measurement starts
 */
export async function measureLoad(
  module: URL,
  load: object,
  whenWarm: () => void = () => {},
): Promise<LoadMeasurement> {
  const child = forkModule(module);
  try {
    const warm = nextMessage<LoadReport>(child);
    child.send(load);
    await warm;
    whenWarm();
    const before = readMachineTime();
    const result = await nextMessage<LoadReport>(child);
    if (result === 'warm') throw new Error('the load generator sent an unexpected message');
    const at = (share: number) => result.latencies[Math.floor(result.latencies.length * share)] ?? Number.NaN;
    return {
      requests: result.requests,
      seconds: result.seconds,
      requestsPerSecond: result.requests / result.seconds,
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
      stolen: stolenSince(before),
    };
  } finally {
    child.kill();
  }
}
