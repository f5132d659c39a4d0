import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../../command-line/usage-error.ts';

const run = promisify(execFile);
/** As the launcher installs what the service needs. */
const INSTALL = ['ci', '--omit=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
/** Packages of the repository itself: links into the checkout that has them. */
const OWN_SCOPE = '@tributary';

/** The whole hash of a commit. @throws UsageError for what is none */
export function findCommit(root: string, name: string): string {
  if (!existsSync(join(root, '.git')))
    throw new UsageError('this is no checkout of git: there is no commit to compare with');
  try {
    return git(root, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
  } catch {
    throw new UsageError(`${name} is no commit of this repository`);
  }
}

/** What the working tree is in words, which is measured as it is. @throws UsageError if it cannot be built */
export function describeWorkingTree(root: string): string {
  const lines = git(root, 'status', '--porcelain', '--untracked-files=normal').split('\n').filter(Boolean);
  const unmerged = lines.filter((line) => /^(U.|.U|AA|DD) /.test(line)).map((line) => line.slice(3));
  if (unmerged.length > 0)
    throw new UsageError(`${unmerged.join(', ')}: resolve the conflict first, it cannot be built as it is`);
  const head = git(root, 'rev-parse', '--short', 'HEAD');
  return lines.length === 0 ? head : `${head} and ${lines.length} changed files`;
}

/**
 * Checks a commit out into an empty folder, with its modules: those of `root` if package-lock.json is the same, else from
 * `npm ci`.
 */
export async function checkOut(root: string, commit: string, folder: string): Promise<void> {
  git(root, 'worktree', 'add', '--detach', '--quiet', folder, commit);
  if (!existsSync(join(folder, 'server/src/main.ts')))
    throw new UsageError(
      `${commit.slice(0, 8)} has no server/src/main.ts: there is no service to compare with`,
    );
  const lockOf = (checkout: string) => readFileSync(join(checkout, 'package-lock.json'), 'utf8');
  if (lockOf(root) === lockOf(folder)) linkModules(root, folder);
  else await run('npm', INSTALL, { cwd: folder, maxBuffer: 1 << 26 });
}

/** Removes what `checkOut` made, if it came so far. */
export function removeCheckout(root: string, folder: string): void {
  if (existsSync(folder)) git(root, 'worktree', 'remove', '--force', folder);
}

/** Gives a checkout the modules of another one, but its own packages, and a folder for what is written beside them. */
function linkModules(from: string, to: string): void {
  const { workspaces } = JSON.parse(readFileSync(join(to, 'package.json'), 'utf8')) as {
    workspaces: string[];
  };
  for (const part of ['.', ...workspaces]) {
    const modules = join(from, part, 'node_modules');
    if (!existsSync(modules)) continue;
    const linked = join(to, part, 'node_modules');
    mkdirSync(linked);
    for (const entry of readdirSync(modules, { withFileTypes: true })) {
      const [source, target] = [join(modules, entry.name), join(linked, entry.name)];
      if (entry.name === OWN_SCOPE) linkOwnPackages(source, target);
      else if (!entry.name.startsWith('.') || entry.name === '.bin') symlinkSync(resolve(source), target);
      else if (entry.isFile()) cpSync(source, target);
    }
  }
}

function linkOwnPackages(source: string, target: string): void {
  mkdirSync(target);
  for (const name of readdirSync(source)) symlinkSync(readlinkSync(join(source, name)), join(target, name));
}

function git(root: string, ...args: string[]): string {
  // `stdio`: what git complains of is said in other words.
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trimEnd();
}
