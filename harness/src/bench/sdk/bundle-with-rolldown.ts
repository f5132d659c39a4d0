import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

export interface BundleOptions {
  readonly format: 'esm' | 'iife';
  readonly platform: 'browser' | 'node';
  /** Packages that the app has anyway, such as React Native. */
  readonly external?: RegExp;
}

/** Bundles and minifies an entry, whatever it is, with the same flags. */
export async function bundleWithRolldown(input: string, options: BundleOptions): Promise<string> {
  const bundle = await rolldown({
    input,
    platform: options.platform,
    external: (name) => options.external?.test(name) ?? false,
    resolve: { conditionNames: ['import', 'browser', 'default'].slice(options.platform === 'node' ? 2 : 0) },
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({
    format: options.format,
    minify: true,
    codeSplitting: false,
  });
  await bundle.close();
  return output[0].code;
}

/** The size that a visitor or an app's user loads, in bytes. */
export const gzippedSize = (code: string) => gzipSync(code, { level: 9 }).length;
