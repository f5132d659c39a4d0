import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const ATTW = fileURLToPath(new URL('../../node_modules/.bin/attw', import.meta.url));

/** The oldest resolution of modules that has to find everything; older than Node 16's knows no exports. */
export type Oldest = 'node10' | 'node16';
const PROFILES = { node10: 'strict', node16: 'node16' } as const;

/**
 * Whether programs of every kind find a package's code and types.
 *
 * @throws Error with what publint or arethetypeswrong has found
 */
export async function checkPackage(archive: string, oldest: Oldest): Promise<void> {
  const { buffer } = new Uint8Array(await readFile(archive));
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  if (messages.length > 0)
    throw new Error(
      `publint, of ${pkg.name}:\n${messages.map((each) => formatMessage(each, pkg)).join('\n')}`,
    );
  const args = [archive, '--profile', PROFILES[oldest], '--format', 'ascii', '--no-color'];
  await promisify(execFile)(ATTW, args).catch(({ stdout, message }: { stdout?: string; message: string }) => {
    throw new Error(`arethetypeswrong, of ${pkg.name}:\n${stdout || message}`);
  });
}
