import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';
import { build } from 'vite';

/**
 * A file as one script, in the language of `target`: by default the app of `run-in-bare-engine.ts`.
 *
 * @param name the global that gets what the file exports
 */
export async function bundleForEngine(
  target: 'es5' | 'es2022',
  file: `${string}.ts` = './run-in-bare-engine.ts',
  name = 'app',
): Promise<string> {
  const entry = fileURLToPath(new URL(file, import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, target: 'es2022', lib: { entry, formats: ['iife'], name } },
  });
  const [chunk] = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    'output' in one ? one.output : [],
  );
  if (chunk?.type !== 'chunk') throw new Error('there is no bundle');
  if (target === 'es2022') return chunk.code;
  const { code } = await transform(chunk.code, { jsc: { target: 'es5' }, isModule: false });
  return code;
}
