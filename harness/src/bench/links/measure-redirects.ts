import { forkModule, nextMessage } from '../fork-module.ts';
import { readMachineTime, stolenSince } from '../machine-time.ts';
import type { RedirectLoad, RedirectReport } from './redirect-load-process.ts';

export type RedirectShape = Omit<RedirectLoad, 'port' | 'warmUp'>;

export interface RedirectMeasurement {
  readonly requestsPerSecond: number;
  /** ms. */
  readonly p50: number;
  readonly p99: number;
  /** Share of the machine's CPU time that was stolen by its host during the measurement. */
  readonly stolen: number;
}

const WARM_UP = 0.2;

/** Puts a service's redirects under load and measures them once it is warm. */
export async function measureRedirects(origin: string, shape: RedirectShape): Promise<RedirectMeasurement> {
  const child = forkModule(new URL('./redirect-load-process.ts', import.meta.url));
  try {
    const load: RedirectLoad = { ...shape, port: Number(new URL(origin).port), warmUp: WARM_UP };
    const warm = nextMessage<RedirectReport>(child);
    child.send(load);
    await warm;
    const before = readMachineTime();
    const result = await nextMessage<RedirectReport>(child);
    if (result === 'warm') throw new Error('the load generator sent an unexpected message');
    const at = (share: number) => result.latencies[Math.floor(result.latencies.length * share)] ?? Number.NaN;
    return {
      requestsPerSecond: result.requests / result.seconds,
      p50: at(0.5),
      p99: at(0.99),
      stolen: stolenSince(before),
    };
  } finally {
    child.kill();
  }
}

/** Measures the same load on a route that redirects and does nothing else. */
export async function measureBareRedirects(shape: RedirectShape): Promise<RedirectMeasurement> {
  const child = forkModule(new URL('./bare-redirect-process.ts', import.meta.url));
  try {
    const port = await nextMessage<number>(child);
    return await measureRedirects(`http://127.0.0.1:${port}`, shape);
  } finally {
    child.kill();
  }
}
