import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { startAdminCommand } from '../../backend/run-admin-command.ts';
import { readProcessUsage } from '../../processes/process-usage.ts';
import { historyRows } from './history-rows.ts';

interface CommandFigures {
  readonly seconds: number;
  /** The most memory in each quarter of the time, in bytes: in constant memory they are about the same. */
  readonly peaks: readonly number[];
}

/** Imports a generated history by the admin command. */
export async function importByCommand(
  env: Record<string, string>,
  appId: string,
  rows: number,
): Promise<CommandFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'history-'));
  try {
    const path = join(folder, 'history.csv');
    await pipeline(Readable.from(historyRows(rows)), createWriteStream(path));
    const startedAt = performance.now();
    const { child, ended } = startAdminCommand(env, ['import', path, appId, 'custom']);
    const samples: number[] = [];
    const timer = setInterval(() => {
      if (child.exitCode === null && child.pid !== undefined)
        samples.push(readProcessUsage(child.pid).residentBytes);
    }, 200);
    const { code, out, err } = await ended;
    clearInterval(timer);
    if (code !== 0) throw new Error(`the command failed: ${out} ${err}`);
    const quarter = Math.ceil(samples.length / 4);
    const peaks = [0, 1, 2, 3].map((n) => Math.max(0, ...samples.slice(n * quarter, (n + 1) * quarter)));
    return { seconds: (performance.now() - startedAt) / 1000, peaks };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
