import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** The browser entry as one minified file, in memory; as a script it defines `TributarySdk`. */
export async function bundleBrowser(format: 'es' | 'iife'): Promise<string> {
  const entry = fileURLToPath(new URL('../browser.ts', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      lib: { entry, formats: [format], name: 'TributarySdk', fileName: 'sdk' },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    'output' in one ? one.output : [],
  );
  const [chunk] = outputs;
  if (outputs.length !== 1 || chunk?.type !== 'chunk') throw new Error('the bundle is not one file');
  return chunk.code;
}
