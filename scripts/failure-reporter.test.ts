import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

const tests = `
import { expect, it } from 'vitest';
let runs = 0;
it('always fails', () => expect(1, 'one is not two').toBe(2));
it('fails at first', () => expect(++runs).toBe(2));
it('passes', () => {});
`;
const broken = `throw new Error('not to be loaded');`;
const unheard = `
import { it } from 'vitest';
it('leaves a promise', () => void Promise.reject(new Error('nobody hears this')));
`;

describe('the failures of a test run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-failures-'));
  let failures = '';

  beforeAll(() => {
    mkdirSync(join(folder, 'scripts'));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const [name, text] of Object.entries({ tests, broken, unheard })) {
      writeFileSync(join(folder, `scripts/${name}.test.ts`), text);
    }
    const args = ['run', '--root', folder, '--config', join(root, 'scripts/vitest.config.ts')];
    const env = { ...process.env, TEST_COUNTS_DIR: folder, TEST_RETRIES: '1' };
    spawnSync('vitest', args, { cwd: root, env });
    failures = readFileSync(join(folder, 'failures.txt'), 'utf8');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('names a test that failed, once, with its error', () => {
    expect(failures.match(/^failed: .*scripts\/tests\.test\.ts > always fails$/gm)).toHaveLength(1);
    expect(failures).toContain('one is not two');
  });
  it('names a test that passed only when run again', () => {
    expect(failures).toMatch(/^passed only when run again: .*tests\.test\.ts > fails at first$/m);
  });
  it('names a file that could not be loaded', () => {
    expect(failures).toMatch(/^failed outside of its tests: .*broken\.test\.ts\n {4}.*not to be loaded/m);
  });
  it('shows an error outside of any test', () => {
    expect(failures).toMatch(/^failed outside of any test\n {4}.*nobody hears this/m);
  });
  it('says nothing of a test that passed', () => {
    expect(failures).not.toContain('> passes');
  });
});
