import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const ATTW = fileURLToPath(new URL('../../node_modules/.bin/attw', import.meta.url));

/**
 * Whether programs of every kind find a package's code and types.
 *
 * @param folder what was packed. @param archive the package itself.
 * @throws Error with what publint or arethetypeswrong has found
 */
export async function checkPackage(folder: string, archive: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const { messages } = await publint({ pkgDir: folder, strict: true });
  if (messages.length > 0)
    throw new Error(
      `publint, of ${manifest.name}:\n${messages.map((each) => formatMessage(each, manifest)).join('\n')}`,
    );
  // Older resolution than Node 16's knows no exports.
  const args = [archive, '--profile', 'node16', '--format', 'ascii', '--no-color'];
  await promisify(execFile)(ATTW, args).catch(({ stdout, message }: { stdout?: string; message: string }) => {
    throw new Error(`arethetypeswrong, of ${manifest.name}:\n${stdout || message}`);
  });
}
