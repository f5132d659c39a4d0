import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { queueFolderPerTest, textsOf } from '../../testing/queue-folder.ts';

const queue = queueFolderPerTest();
const { openStore } = queue;

describe('several processes on one folder', () => {
  /** A process that appends `prefix-0`, `prefix-1`, … and prints each record once it is stored. */
  function startWriter(prefix: string, count: number): ChildProcess {
    const program = fileURLToPath(new URL('../../testing/programs/append-forever.ts', import.meta.url));
    const child = spawn(process.execPath, [program, queue.directory, prefix, String(count)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  }

  async function printedBy(child: ChildProcess, onLine: (count: number) => void): Promise<string[]> {
    if (!child.stdout) throw new Error('the writer has no output');
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) onLine(lines.push(line));
    return lines;
  }

  test('a writer killed at any moment loses nothing that it had reported as stored', async () => {
    for (const killAfter of [1, 40, 200]) {
      const child = startWriter(`until-${killAfter}`, 1_000_000);
      const stored = await printedBy(child, (count) => {
        if (count === killAfter) child.kill('SIGKILL');
      });
      const found = new Set(await textsOf(await openStore()));
      expect(stored.length).toBeGreaterThanOrEqual(killAfter);
      expect(stored.filter((record) => !found.has(record))).toEqual([]);
    }
  });

  test('records acked and reclaimed while others write are neither lost nor left behind', async () => {
    const store = await openStore(queue.directory, 2000);
    const writers = ['a', 'b'].map((prefix) => startWriter(prefix, 400));
    const ended = Promise.all(writers.map((child) => once(child, 'exit')));
    const printed = writers.map((child) => printedBy(child, () => {}));
    const seen: string[] = [];
    let writing = true;
    ended.then(() => {
      writing = false;
    });
    for (;;) {
      const last = !writing;
      const page = await store.read(undefined, 20);
      seen.push(...page.map(({ record }) => record));
      await store.ack(page.map(({ id }) => id));
      if (last && page.length === 0) break;
    }
    const stored = (await Promise.all(printed)).flat();
    expect(stored).toHaveLength(800);
    expect(stored.filter((record) => !seen.includes(record))).toEqual([]);
    expect(await readdir(queue.directory)).toEqual([]);
  });
});
