import { commonJs, esModuleOrCommonJs } from '../../scripts/packages/package-exports.ts';

/** What the published package.json has of its own: the workspace's exports point to the sources. */
export const PACKAGE_MANIFEST = {
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
    './react': { 'react-server': esModuleOrCommonJs('react-server'), ...esModuleOrCommonJs('react') },
    './react-native': commonJs('react-native'),
    './package.json': './package.json',
  },
};
