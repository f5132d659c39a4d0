import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The Node versions of this machine by their major version: the project's own, and the system's if it is another. */
export function findNodes(): { major: number; path: string }[] {
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !/node_modules|npx/.test(folder));
  const system = folders.map((folder) => join(folder, 'node')).find(existsSync);
  const paths = system ? [process.execPath, system] : [process.execPath];
  const nodes = new Map(paths.map((path) => [majorOf(path), path]));
  return [...nodes].map(([major, path]) => ({ major, path }));
}

function majorOf(path: string): number {
  return Number.parseInt(execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }), 10);
}
