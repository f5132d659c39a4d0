import { readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type ResolutionContext, resolve } from 'metro-resolver';

interface MetroSettings {
  /** As React Native's configuration sets them. */
  conditions: string[];
  /** Whether the package's `exports` are used; they were not before React Native 0.79. */
  exports: boolean;
  platform: 'android' | 'ios' | 'web';
}

/** The file that Metro takes for an import in a project, relative to the project. */
export function resolveLikeMetro(project: string, name: string, settings: MetroSettings): string {
  const readPackage = (path: string) => {
    try {
      return JSON.parse(readFileSync(path, 'utf8'));
    } catch {
      return null;
    }
  };
  const lookUp = (path: string) => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found ? { exists: true, type: found.isFile() ? 'f' : 'd', realPath: path } : { exists: false };
  };
  const packageAround = (path: string): unknown => {
    for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
      const packageJson = readPackage(join(folder, 'package.json'));
      if (packageJson) return { packageJson, rootPath: folder, packageRelativePath: relative(folder, path) };
    }
    return null;
  };
  const context = {
    allowHaste: false,
    assetExts: new Set(['png']),
    customResolverOptions: {},
    dev: true,
    disableHierarchicalLookup: false,
    doesFileExist: (path: string) => lookUp(path).type === 'f',
    extraNodeModules: null,
    fileSystemLookup: lookUp,
    getPackage: readPackage,
    getPackageForModule: packageAround,
    isESMImport: true,
    mainFields: ['react-native', 'browser', 'main'],
    nodeModulesPaths: [],
    originModulePath: join(project, 'App.js'),
    preferNativePlatform: settings.platform !== 'web',
    redirectModulePath: (path: string) => path,
    resolveAsset: () => null,
    resolveHasteModule: () => undefined,
    resolveHastePackage: () => undefined,
    sourceExts: ['js', 'jsx', 'json', 'ts', 'tsx'],
    unstable_conditionNames: settings.conditions,
    unstable_conditionsByPlatform: { web: ['browser'] },
    unstable_enablePackageExports: settings.exports,
    unstable_incrementalResolution: false,
    unstable_logWarning: (warning: string) => {
      throw new Error(warning);
    },
  } as unknown as ResolutionContext;
  const resolution = resolve(context, name, settings.platform);
  if (resolution.type !== 'sourceFile') throw new Error(`${name} is ${resolution.type}`);
  return relative(project, resolution.filePath);
}
