import { build, type UserConfig } from 'tsdown';

export interface Entries {
  /** The package's folder in the checkout. */
  readonly cwd: string;
  /** Below `cwd`. */
  readonly tsconfig: string;
  /** Source files by the names of their bundles. */
  readonly entry: Record<string, string>;
  readonly outDir: string;
  readonly format: ('esm' | 'cjs')[];
  readonly platform?: 'neutral' | 'node';
  readonly target?: string;
  readonly dts?: UserConfig['dts'];
  /** Packages that become a part of the bundles; others stay imports. */
  readonly alwaysBundle?: RegExp[];
  readonly neverBundle?: RegExp[];
  /** What expressions are replaced with, and what each bundle begins with. */
  readonly define?: Record<string, string>;
  readonly banner?: { readonly js: string };
  /** Files that stand for what is imported; undefined where it is found as usual. */
  readonly resolve?: (id: string) => string | undefined;
}

type Plugin = Extract<NonNullable<UserConfig['plugins']>, { name: string }>;

/**
 * Bundles a package's entries into a folder, as ES modules (`.mjs`, `.d.mts`) and CommonJS (`.js`, `.d.ts`).
 *
 * @returns the files of other packages that are in the bundles.
 */
export async function bundleEntries(entries: Entries): Promise<string[]> {
  const { alwaysBundle = [], neverBundle = [], resolve = () => undefined, ...options } = entries;
  const bundled = new Set<string>();
  await build({
    platform: 'neutral',
    target: 'es2022',
    dts: true,
    ...options,
    config: false,
    outExtensions: (context) =>
      context.format === 'es' ? { js: '.mjs', dts: '.d.mts' } : { js: '.js', dts: '.d.ts' },
    deps: { alwaysBundle, neverBundle: [/^node:/, ...neverBundle], onlyBundle: false },
    plugins: [{ name: 'resolve', resolveId: { order: 'pre', handler: resolve } }, noteModules(bundled)],
    clean: false,
    failOnWarn: true,
    logLevel: 'warn',
    suppressWarnings: [/TypeScript 7\.0 does not yet have a stable API/],
    checks: { bundlerTimings: false },
  });
  return [...bundled];
}

const noteModules = (bundled: Set<string>): Plugin => ({
  name: 'note-modules',
  generateBundle(_options, bundle) {
    for (const output of Object.values(bundle))
      if (output.type === 'chunk')
        for (const id of output.moduleIds) if (id.includes('/node_modules/')) bundled.add(id);
  },
});
