import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** How many more bytes are held after the work than before it, not counting garbage; precise to megabytes. */
export async function heapGrowth(work: () => Promise<unknown> | unknown): Promise<number> {
  const before = await heldBytes();
  await work();
  return (await heldBytes()) - before;
}

/** How many more bytes are held at most while the work is under way than before it, not counting garbage. */
export async function peakHeapGrowth(work: () => Promise<unknown>): Promise<number> {
  const before = await heldBytes();
  let most = before;
  let underWay = true;
  const working = work().finally(() => {
    underWay = false;
  });
  while (underWay) {
    most = Math.max(most, await heldBytes());
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  await working;
  return most - before;
}

async function heldBytes(): Promise<number> {
  // Whatever the last turn of the event loop still holds is released in the next.
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  return bytesInUse();
}

function bytesInUse(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
