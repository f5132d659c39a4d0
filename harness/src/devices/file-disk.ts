import { mkdtempSync } from 'node:fs';
import { open, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNodePlatform } from '@tributary/sdk/node';
import type { SimulatedDisk } from './simulated-disk.ts';

/** What precedes the record in its line. */
const CHECKSUM_LENGTH = 9;

/** Real files in a temporary folder, in the layout of the SDK for Node. */
export function createFileDisk(): SimulatedDisk {
  const directory = mkdtempSync(join(tmpdir(), 'tributary-device-'));
  const queues = join(directory, 'queues');

  /** The files of events, oldest first. */
  async function listSegments(): Promise<string[]> {
    const names = await readdir(queues, { recursive: true }).catch(() => []);
    return names
      .filter((name) => /\.(open|closed)$/.test(name))
      .sort()
      .map((name) => join(queues, name));
  }

  return {
    open: () => createNodePlatform({ directory }).storage,
    async tear(kept) {
      const last = (await listSegments()).at(-1);
      if (last === undefined) return;
      const { size } = await stat(last);
      const start = lastLineStart(await readFile(last));
      await truncate(last, start + Math.max(1, Math.floor((size - start - 1) * kept)));
    },
    async damage(where) {
      const last = (await listSegments()).at(-1);
      if (last === undefined) return;
      const bytes = await readFile(last);
      const start = lastLineStart(bytes) + CHECKSUM_LENGTH;
      await flipBit(last, start + Math.floor((bytes.length - 1 - start) * where));
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

/** Where the last line with content begins. */
function lastLineStart(bytes: Buffer): number {
  return bytes.subarray(0, -1).lastIndexOf('\n') + 1;
}

async function flipBit(file: string, offset: number): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, offset);
    buffer[0] = (buffer[0] ?? 0) ^ 1;
    await handle.write(buffer, 0, 1, offset);
  } finally {
    await handle.close();
  }
}
