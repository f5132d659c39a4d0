import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresPackage } from './find-postgres-package.ts';

/**
 * Copies PostgreSQL into a folder below `parent` that every user can read, once per version, and returns that folder.
 * A copy appears complete or not at all, even when several processes copy at once.
 */
export function copyBinaries(postgres: PostgresPackage, parent: string): string {
  const copy = join(parent, postgres.version);
  if (existsSync(copy)) return copy;
  const draft = mkdtempSync(join(parent, 'copying-'));
  try {
    cpSync(postgres.folder, draft, { recursive: true, verbatimSymlinks: true });
    execFileSync('chmod', ['-R', 'a+rX', draft]);
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process finished first, with the same content.
    if (!existsSync(copy)) throw error;
  }
  return copy;
}
