import { forkModule, nextMessage } from '../fork-module.ts';
import { readMachineTime, stolenSince } from '../machine-time.ts';
import type { PaymentLoad, PaymentReport } from './payment-messages.ts';

export type PaymentShape = Omit<PaymentLoad, 'port' | 'warmUp'>;

export interface PaymentMeasurement {
  readonly requestsPerSecond: number;
  /** ms. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Share of the machine's CPU time that was stolen by its host during the measurement. */
  readonly stolen: number;
}

const WARM_UP = 0.15;

/** Delivers payments to a service and measures it once it is warm. Every delivery must get the expected answer. */
export async function measurePayments(origin: string, shape: PaymentShape): Promise<PaymentMeasurement> {
  const child = forkModule(new URL('./payment-load-process.ts', import.meta.url));
  try {
    const load: PaymentLoad = { ...shape, port: Number(new URL(origin).port), warmUp: WARM_UP };
    const warm = nextMessage<PaymentReport>(child);
    child.send(load);
    await warm;
    const before = readMachineTime();
    const result = await nextMessage<PaymentReport>(child);
    if (result === 'warm') throw new Error('the load generator sent an unexpected message');
    const at = (share: number) => result.latencies[Math.floor(result.latencies.length * share)] ?? Number.NaN;
    return {
      requestsPerSecond: result.requests / result.seconds,
      ...{ p50: at(0.5), p95: at(0.95), p99: at(0.99) },
      stolen: stolenSince(before),
    };
  } finally {
    child.kill();
  }
}

/** Measures the same load on a route that verifies the signature and does nothing else. */
export async function measureBareWebhook(shape: PaymentShape): Promise<PaymentMeasurement> {
  const child = forkModule(new URL('./bare-webhook-process.ts', import.meta.url));
  try {
    const port = await nextMessage<number>(child);
    const ready = nextMessage(child);
    child.send([...shape.webhooks]);
    await ready;
    return await measurePayments(`http://127.0.0.1:${port}`, { ...shape, expected: '"verified"' });
  } finally {
    child.kill();
  }
}
