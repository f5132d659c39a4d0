import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const DOCUMENT = join(import.meta.dirname, '../../../docs/operations.md');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test.runIf(hasSystemd)('the documented systemd unit has nothing that systemd does not know', async () => {
  const unit = /```ini\n(.*?)```/s.exec(await readFile(DOCUMENT, 'utf8'))?.[1] ?? '';
  expect(unit).toContain('KillMode=mixed');
  const folder = await mkdtemp(join(tmpdir(), 'unit-'));
  try {
    const file = join(folder, 'tributary.service');
    await writeFile(file, unit.replace('/usr/bin/node', `"${process.execPath}"`));
    // It always exits with 0 and reports problems on standard error.
    const { stderr } = await promisify(execFile)('systemd-analyze', ['verify', '--man=no', file]);
    expect(stderr.split('\n').filter((line) => line.includes('tributary.service'))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
