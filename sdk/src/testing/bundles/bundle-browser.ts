import { fileURLToPath } from 'node:url';
import { type InputOptions, rolldown } from 'rolldown';
import { minify } from 'terser';
import { BUNDLE_OPTIONS, TERSER_OPTIONS, WEB_INPUT } from '../../served/bundle-options.ts';

const bundles = new Map<string, Promise<string>>();

/**
 * What the service serves to web pages, as one minified file in memory: a module, or a classic script. Made once, since it
 * takes a second of the processor's time.
 */
export function bundleBrowser(format: 'es' | 'iife'): Promise<string> {
  const path = format === 'es' ? '../../served/module.ts' : '../../served/script.ts';
  const made = bundles.get(format) ?? bundle(path, format, WEB_INPUT);
  bundles.set(format, made);
  return made;
}

/** The part that every client has, without what an entry may add, as one minified module in memory. */
export const bundleCore = () => bundle('./core-only.ts', 'es', { platform: 'browser' });

async function bundle(path: string, format: 'es' | 'iife', options: InputOptions): Promise<string> {
  const input = fileURLToPath(new URL(path, import.meta.url));
  const built = await rolldown({ input, ...options });
  const { output } = await built.generate({ ...BUNDLE_OPTIONS, format });
  await built.close();
  if (output.length !== 1) throw new Error('the bundle is not one file');
  return (await minify(output[0].code, TERSER_OPTIONS)).code ?? '';
}
