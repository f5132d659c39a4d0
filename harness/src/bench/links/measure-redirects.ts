import { forkModule, nextMessage } from '../fork-module.ts';
import { type LoadMeasurement, measureLoad } from '../measure-load.ts';
import type { RedirectLoad } from './redirect-load-process.ts';

export type RedirectShape = Omit<RedirectLoad, 'port' | 'warmUp'>;

const WARM_UP = 0.2;

/** Puts a service's redirects under load and measures them once it is warm. */
export function measureRedirects(
  origin: string,
  shape: RedirectShape,
  whenWarm?: () => void,
): Promise<LoadMeasurement> {
  const load: RedirectLoad = { ...shape, port: Number(new URL(origin).port), warmUp: WARM_UP };
  return measureLoad(new URL('./redirect-load-process.ts', import.meta.url), load, whenWarm);
}

/** Measures the same load on a route that redirects and does nothing else. */
export async function measureBareRedirects(shape: RedirectShape): Promise<LoadMeasurement> {
  const child = forkModule(new URL('./bare-redirect-process.ts', import.meta.url));
  try {
    const port = await nextMessage<number>(child);
    return await measureRedirects(`http://127.0.0.1:${port}`, shape);
  } finally {
    child.kill();
  }
}
