/** The members of the workspace's package.json that the published one takes over. */
const KEPT = ['name', 'version', 'description', 'license', 'peerDependencies', 'peerDependenciesMeta'];

const commonJs = (entry: string) => ({ types: `./${entry}.d.ts`, default: `./${entry}.js` });

const esModuleOrCommonJs = (entry: string) => ({
  import: { types: `./${entry}.d.mts`, default: `./${entry}.mjs` },
  require: commonJs(entry),
});

/** The published package.json, from that of the workspace, whose exports point to the sources. */
export function packageManifest(own: Record<string, unknown>): object {
  return {
    ...Object.fromEntries(KEPT.map((name) => [name, own[name]])),
    type: 'commonjs',
    engines: { node: '>=20' },
    sideEffects: false,
    // For bundlers that do not know exports; Node does.
    main: './browser.js',
    'react-native': './react-native.js',
    types: './browser.d.ts',
    exports: {
      '.': {
        'react-native': commonJs('react-native'),
        browser: esModuleOrCommonJs('browser'),
        node: esModuleOrCommonJs('node'),
        default: esModuleOrCommonJs('browser'),
      },
      './browser': esModuleOrCommonJs('browser'),
      './core': esModuleOrCommonJs('core'),
      './node': esModuleOrCommonJs('node'),
      './react': esModuleOrCommonJs('react'),
      './react-native': commonJs('react-native'),
      './package.json': './package.json',
    },
  };
}
