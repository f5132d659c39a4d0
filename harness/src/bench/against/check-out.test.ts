import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UsageError } from '../../command-line/usage-error.ts';
import { againstBench } from './against-bench.ts';
import { checkOut, describeWorkingTree, findCommit, removeCheckout } from './check-out.ts';

let root: string;

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim();

function write(path: string, content: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), content);
}

function commit(files: Record<string, string>): string {
  for (const [path, content] of Object.entries(files)) write(path, content);
  git('add', '.');
  git('commit', '-q', '-m', 'a commit');
  return git('rev-parse', 'HEAD');
}

beforeEach(async () => {
  root = realpathSync(await mkdtemp(join(tmpdir(), 'check-out-')));
  git('init', '-q', '-b', 'main');
});

afterEach(() => rm(root, { recursive: true }));

const SERVICE = {
  '.gitignore': 'node_modules',
  'package.json': '{"workspaces":["server"]}',
  'package-lock.json': '{"lockfileVersion":3}',
  'server/src/main.ts': '',
};

test('a name of no commit is refused', () => {
  commit(SERVICE);
  for (const name of ['nothing-like-it', '--all', 'HEAD~7', 'HEAD:server'])
    expect(() => findCommit(root, name)).toThrow(new UsageError(`${name} is no commit of this repository`));
});

test('a folder that is no checkout has no commits', async () => {
  await rm(join(root, '.git'), { recursive: true });
  expect(() => findCommit(root, 'HEAD')).toThrow(
    new UsageError('this is no checkout of git: there is no commit to compare with'),
  );
});

test('a working tree is described with its changes, and refused with a conflict', () => {
  const first = commit(SERVICE);
  expect(describeWorkingTree(root)).toBe(git('rev-parse', '--short', 'HEAD'));
  write('new.ts', 'new');
  write('server/src/main.ts', 'changed');
  expect(describeWorkingTree(root)).toMatch(/ and 2 changed files$/);
  commit({ 'new.ts': 'one' });
  git('checkout', '-q', '-b', 'other', first);
  commit({ 'new.ts': 'two' });
  expect(() => git('merge', 'main')).toThrow();
  expect(() => describeWorkingTree(root)).toThrow(
    new UsageError('new.ts: resolve the conflict first, it cannot be built as it is'),
  );
});

test('a commit is checked out with the modules of this one, but with its own packages', async () => {
  const before = commit(SERVICE);
  commit({ 'server/src/main.ts': 'changed' });
  write('node_modules/library/index.js', 'library');
  write('node_modules/.package-lock.json', '{}');
  write('node_modules/.cache/compiled', '');
  mkdirSync(join(root, 'node_modules/@tributary'));
  symlinkSync('../../server', join(root, 'node_modules/@tributary/server'));
  const folder = join(root, 'node_modules/.before');

  await checkOut(root, findCommit(root, 'HEAD~1'), folder);
  expect(git('-C', folder, 'rev-parse', 'HEAD')).toBe(before);
  const read = (path: string) => readFileSync(join(folder, 'node_modules', path), 'utf8');
  expect(read('@tributary/server/src/main.ts')).toBe('');
  expect(read('library/index.js')).toBe('library');
  expect(realpathSync(join(folder, 'node_modules/.package-lock.json'))).toContain(folder);
  expect(existsSync(join(folder, 'node_modules/.cache'))).toBe(false);

  removeCheckout(root, folder);
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(existsSync(join(root, 'node_modules/library/index.js'))).toBe(true);
});

test('a commit without a service is refused', async () => {
  const first = commit({ 'README.md': 'a beginning' });
  const folder = join(root, 'before');
  await expect(checkOut(root, first, folder)).rejects.toThrow(
    new UsageError(`${first.slice(0, 8)} has no server/src/main.ts: there is no service to compare with`),
  );
});

test.each([
  [[], 'which commit is it to be compared with? One is expected, such as HEAD~1'],
  [['HEAD', 'HEAD~1'], 'which commit is it to be compared with? One is expected, such as HEAD~1'],
  [['HEAD', '--minutes', '0'], '--minutes must be a whole number from 1 to 60'],
  [['HEAD', '--minutes', '61'], '--minutes must be a whole number from 1 to 60'],
  [
    ['HEAD', '--only', 'ingest,export'],
    '--only takes some of attribution, payments, reports, ingest, links, and not "export"',
  ],
  [['HEAD', '--only', ''], '--only takes some of attribution, payments, reports, ingest, links, and not ""'],
])('the command line %j is refused', async (args, message) => {
  await expect(againstBench.run(args)).rejects.toThrow(new UsageError(message));
});

test('an unknown commit is refused before anything is made', async () => {
  await expect(againstBench.run(['nothing-like-it', '--only', 'links'])).rejects.toThrow(
    new UsageError('nothing-like-it is no commit of this repository'),
  );
});
