import type { InputOptions, OutputOptions } from 'rolldown';
import type { MinifyOptions } from 'terser';
import names from './internal-names.json' with { type: 'json' };

export const WEB_INPUT: InputOptions = {
  platform: 'browser',
  // Every browser has it, so what replaces it is left out.
  transform: { define: { 'typeof TextEncoder': '"function"' } },
  optimization: { inlineConst: { mode: 'all', pass: 3 } },
};

/**
 * How the SDK is bundled for web pages: as small as possible. Members that only its own objects have get short names; the
 * list is generated (`scripts/list-internal-names.ts`).
 */
export const BUNDLE_OPTIONS: OutputOptions = {
  comments: { annotation: false },
  minify: {
    // No getter of the SDK does anything but return a value.
    compress: { treeshake: { propertyReadSideEffects: false } },
    mangle: true,
    mangleProps: { include: new RegExp(`^(${names.join('|')})$`) },
  },
};

/** Applied to the bundle, which it makes smaller still. */
export const TERSER_OPTIONS: MinifyOptions = {
  module: true,
  ecma: 2020,
  compress: {
    passes: 6,
    // What commas join is shorter, but repeats itself less.
    sequences: false,
    // As above.
    pure_getters: true,
    keep_fargs: false,
    // No function of the SDK is called with `new`, and none uses `arguments`.
    unsafe_arrows: true,
  },
};
