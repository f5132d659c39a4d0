import type { OutputOptions } from 'rolldown';
import names from './internal-names.json' with { type: 'json' };

/**
 * How the SDK is bundled for web pages: as small as possible. Members that only its own objects have get short names; the
 * list is generated (`scripts/list-internal-names.ts`).
 */
export const BUNDLE_OPTIONS: OutputOptions = {
  comments: { annotation: false },
  minify: {
    compress: true,
    mangle: true,
    mangleProps: { include: new RegExp(`^(${names.join('|')})$`) },
  },
};
