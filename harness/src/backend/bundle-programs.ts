import { readFileSync } from 'node:fs';
import { rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { makeTestFolder } from '@tributary/db/testing/test-folder';
import { rolldown } from 'rolldown';
import { SOURCES } from './program-path.ts';

const PACKAGES = fileURLToPath(new URL('../../../node_modules', import.meta.url));
/** Many small files each; what is not here may look for files beside its own. */
const BUNDLED =
  /^(@tributary|better-auth|@better-auth|better-call|kysely|@mikro-orm|zod|@opentelemetry|jose|rate-limiter-flexible|prom-client|hono|@hono|@trpc|superjson|@noble|csv-parse)(\/|$)/;

/** Programs of which each is a few files in place of some two thousand, so that a start takes a third of the processor time. */
export interface BundledPrograms {
  readonly paths: Readonly<Record<keyof typeof SOURCES, string>>;
  remove(): Promise<void>;
}

/** Bundles the programs that tests start many times. What they do, and the paths that they know, stay the same. */
export async function bundlePrograms(): Promise<BundledPrograms> {
  const folder = await makeTestFolder();
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await symlink(PACKAGES, join(folder, 'node_modules'));
    // Without, each start reads every file once more to find out what kind of module it is.
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    const bundle = await rolldown({
      input: SOURCES,
      platform: 'node',
      // What a file does when it is loaded may be all that it is for.
      treeshake: false,
      external: (id, _importer, isResolved) => !isResolved && /^[\w@]/.test(id) && !BUNDLED.test(id),
      plugins: [{ name: 'own-paths', load: withOwnPaths }],
    });
    await bundle.write({ dir: folder, keepNames: true });
    await bundle.close();
  } catch (error) {
    await remove();
    throw error;
  }
  const pathOf = (name: string) => join(folder, `${name}.js`);
  return { paths: { service: pathOf('service'), admin: pathOf('admin') }, remove };
}

/** A file of ours finds others from where it is in the repository, not from where its bundle is. */
function withOwnPaths(id: string): string | undefined {
  if (id.includes('/node_modules/') || !id.endsWith('.ts')) return undefined;
  return readFileSync(id, 'utf8')
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)));
}
