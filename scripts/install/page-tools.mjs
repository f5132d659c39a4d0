// Which installed packages only build pages: nothing that runs needs them.
import { posix } from 'node:path';
import { PAGES } from './pages.mjs';

/** The paths of those packages in package-lock.json. @param packages its packages, by path */
export function findPageTools(packages) {
  const builders = PAGES.map(({ workspace }) => workspace).filter((path) => path in packages);
  const others = ['', ...(packages['']?.workspaces ?? [])].filter((path) => !builders.includes(path));
  const running = reach(packages, others);
  return new Set(
    [...reach(packages, builders)].filter((path) => path.includes('node_modules/') && !running.has(path)),
  );
}

/** Everything that is installed for some workspaces without their development. */
function reach(packages, workspaces) {
  const reached = new Set();
  const waiting = [...workspaces];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path) || !(path in packages)) continue;
    reached.add(path);
    const { link, resolved, dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      packages[path];
    if (link) waiting.push(resolved);
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => !peerDependenciesMeta?.[name]?.optional,
    );
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
      waiting.push(findPackage(packages, path, name));
  }
  return reached;
}

/** Where a package finds another, as Node does: beside itself, then further up. */
function findPackage(packages, from, name) {
  for (let folder = from; folder !== '.'; folder = posix.dirname(folder)) {
    const path = posix.join(folder, 'node_modules', name);
    if (path in packages) return path;
    if (folder === '') break;
  }
  return `node_modules/${name}`;
}
