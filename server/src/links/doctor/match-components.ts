/** A pattern of paths: `*` for any characters, `?` for one. */
interface Component {
  readonly '/'?: string | undefined;
  readonly exclude?: boolean | undefined;
}

/** Whether a path opens the app: by the first component that matches, as iOS reads them. */
export function componentsMatch(components: readonly Component[], path: string): boolean {
  const first = components.find((component) => matches(component['/'] ?? '*', path));
  return first !== undefined && first.exclude !== true;
}

/** Without a regular expression, which a hostile pattern could make slow. */
function matches(pattern: string, path: string): boolean {
  let [at, inPath, star, resume] = [0, 0, -1, 0];
  while (inPath < path.length) {
    if (pattern[at] === '*') {
      star = at++;
      resume = inPath;
    } else if (pattern[at] === '?' || pattern[at] === path[inPath]) {
      at++;
      inPath++;
    } else if (star !== -1) {
      at = star + 1;
      inPath = ++resume;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}
