import { LoadGenerator } from '../../ingest/load-generator.ts';
import { type AgainstBench, measureTurn } from '../bench-side.ts';

const REQUESTS = 1200;
const BATCH = 50;

/** Batches of 50 events, stored and not yet attributed. */
export const ingest: AgainstBench = {
  unit: 'event',
  workers: false,
  async measure({ service, accounts }, { scale }) {
    const load = new LoadGenerator();
    try {
      const apps = accounts.flatMap((account) => account.apps);
      await load.prepare({ apps, requests: Math.round(REQUESTS * scale), batch: BATCH, withIds: true });
      const target = { port: Number(new URL(service.origin).port), connections: 32, warmUp: 0.1 };
      return await measureTurn(service, async (whenWarm) => {
        const { accepted, events, ...sent } = await load.run(target, whenWarm);
        if (accepted !== events) throw new Error(`${events - accepted} events were not accepted`);
        return { ...sent, unitsPerRequest: BATCH };
      });
    } finally {
      load.close();
    }
  },
};
