import { forkModule, nextMessage } from '../fork-module.ts';
import { type LoadShape, type Measurement, measureService } from './measure-service.ts';
import type { RawInsertCommand, RawInsertResult } from './raw-insert-process.ts';

/** Events a second when the writer's rows are inserted by the writer's statement directly into the same PostgreSQL. */
export async function measureRawInsert(command: RawInsertCommand): Promise<number> {
  const child = forkModule(new URL('./raw-insert-process.ts', import.meta.url));
  try {
    const answer = nextMessage<RawInsertResult>(child);
    child.send(command);
    const { events, seconds } = await answer;
    return events / seconds;
  } finally {
    child.kill();
  }
}

/** Measures the same load on a route that reads the same bodies, returns the same results and does nothing else. */
export async function measureBareRoute(load: LoadShape): Promise<Measurement> {
  const child = forkModule(new URL('./bare-route-process.ts', import.meta.url));
  try {
    const port = await nextMessage<number>(child);
    const ready = nextMessage<string>(child);
    child.send(load.batch);
    await ready;
    return await measureService({ origin: `http://127.0.0.1:${port}`, process: child }, load);
  } finally {
    child.kill();
  }
}
