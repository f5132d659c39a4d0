import { forkModule, nextMessage } from '../fork-module.ts';
import { type LoadMeasurement, measureLoad } from '../measure-load.ts';
import type { PaymentLoad } from './payment-load-process.ts';

export type PaymentShape = Omit<PaymentLoad, 'port' | 'warmUp'>;

const WARM_UP = 0.15;

/** Delivers payments to a service and measures it once it is warm. Every delivery must get the expected answer. */
export function measurePayments(
  origin: string,
  shape: PaymentShape,
  whenWarm?: () => void,
): Promise<LoadMeasurement> {
  const load: PaymentLoad = { ...shape, port: Number(new URL(origin).port), warmUp: WARM_UP };
  return measureLoad(new URL('./payment-load-process.ts', import.meta.url), load, whenWarm);
}

/** Measures the same load on a route that verifies the signature and does nothing else. */
export async function measureBareWebhook(shape: PaymentShape): Promise<LoadMeasurement> {
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
