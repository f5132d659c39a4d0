import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase } from '@tributary/db/testing/test-database';
import type { Backend } from '../backend/backend.ts';
import { spawnBackend } from '../backend/spawned-backend.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');
/** The service's address in the documents. */
const ORIGIN = 'http://127.0.0.1:8787';
/** Less than a test may take, so that no shell outlives its test. */
const MAX_MS = 100_000;

/** A service as the documents take it for granted, and a folder in which to type what they say. */
export interface ShellSession {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly backend: Backend;
  /** The text of a document, by its path in the repository, with the service's address. */
  read(document: string): Promise<string>;
  /** Runs lines in one shell, and returns what they print. @throws if one fails. */
  type(...lines: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

/** Starts a service on a database of its own, and makes an empty folder. */
export async function openShellSession(): Promise<ShellSession> {
  const folder = await mkdtemp(join(tmpdir(), 'docs-'));
  const database = await createTestDatabase();
  const backend = await spawnBackend({ DATABASE_URL: database.url, LOG_LEVEL: 'warn' });
  await mkdir(join(folder, '.data'));
  await writeFile(join(folder, '.data/anon-key'), backend.anonKey);
  return {
    folder,
    databaseUrl: database.url,
    backend,
    read: async (document) =>
      (await readFile(join(ROOT, document), 'utf8')).replaceAll(ORIGIN, backend.origin),
    async type(...lines) {
      const { stdout } = await run('bash', ['-euc', lines.join('\n')], { cwd: folder, timeout: MAX_MS });
      return stdout;
    },
    async close() {
      await backend.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The code blocks in a language below a heading, up to the next heading. */
export function codeBlocks(text: string, heading: string, language: string): string[] {
  const [, section = ''] = text.split(`${heading}\n`);
  const [own = ''] = section.split(/^##/m);
  return allCodeBlocks(own, language);
}

/** All code blocks in a language. */
export function allCodeBlocks(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(
    ([, code]) => code ?? '',
  );
}

/** Whether a program that a document uses is on this machine. */
export async function hasProgram(name: string): Promise<boolean> {
  return run(name, ['--version']).then(
    () => true,
    () => false,
  );
}
