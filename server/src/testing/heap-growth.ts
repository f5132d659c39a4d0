import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** How many bytes more are held after the work than before it, garbage apart; for what holds megabytes, or does not. */
export async function heapGrowth(work: () => Promise<unknown> | unknown): Promise<number> {
  const before = await heldBytes();
  await work();
  return (await heldBytes()) - before;
}

async function heldBytes(): Promise<number> {
  // What the last turn of the loop still holds is let go of in the next.
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
