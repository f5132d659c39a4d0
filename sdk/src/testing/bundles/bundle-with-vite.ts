import { join } from 'node:path';
import { build } from 'vite';

/** A page's script as Vite builds it, without anything special. */
export async function bundleWithVite(folder: string, entry: string): Promise<string> {
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: join(folder, entry) } },
  });
  const [chunk] = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    'output' in one ? one.output : [],
  );
  if (chunk?.type !== 'chunk') throw new Error('there is no bundle');
  return chunk.code;
}
