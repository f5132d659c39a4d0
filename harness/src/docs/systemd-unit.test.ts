import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const UNIT = join(import.meta.dirname, '../../../deploy/tributary.service');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test.runIf(hasSystemd)('the systemd unit has nothing that systemd does not know', async () => {
  const unit = await readFile(UNIT, 'utf8');
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
