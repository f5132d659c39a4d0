import { setTimeout as pause } from 'node:timers/promises';
import type { Owner } from '../../../backend/owner.ts';
import { forkModule, nextMessage } from '../../fork-module.ts';
import { type AgainstBench, measureTurn } from '../bench-side.ts';
import type { InstallLoad } from './install-load-process.ts';

const INSTALLS = 3000;
const WAIT_MS = 60_000;

/** Installs of phones that have clicked, from their arrival until they are attributed and counted. */
export const attribution: AgainstBench = {
  unit: 'install',
  workers: true,
  async measure({ service, accounts: [{ owner, apps }] }, { scale }) {
    const child = forkModule(new URL('./install-load-process.ts', import.meta.url));
    try {
      // Whole batches.
      const installs = 10 * Math.round((INSTALLS * scale) / 10);
      const before = await countInstalls(owner);
      const visited = nextMessage(child);
      const load: InstallLoad = { port: Number(new URL(service.origin).port), apps, installs };
      child.send(load);
      await visited;
      // Until the clicks are counted as well.
      await pause(1500);
      return await measureTurn(service, async () => {
        const startedAt = performance.now();
        const sent = nextMessage(child);
        child.send('go');
        await sent;
        await untilCounted(owner, before + installs);
        return { requests: installs, seconds: (performance.now() - startedAt) / 1000 };
      });
    } finally {
      child.kill();
    }
  },
};

async function untilCounted(owner: Owner, installs: number): Promise<void> {
  for (const until = Date.now() + WAIT_MS; Date.now() < until; await pause(100))
    if ((await countInstalls(owner)) >= installs) return;
  throw new Error('the installs are not attributed after a minute');
}

async function countInstalls(owner: Owner): Promise<number> {
  return (await owner.analytics<{ total_installs: number }>('summary')).total_installs;
}
