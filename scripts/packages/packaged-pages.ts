import { readFile } from 'node:fs/promises';
import { dirname, join, normalize, relative } from 'node:path/posix';

/** Pages that go with a package whose README links to them; what they link to beside that stays with the project. */
const TAKEN = /^docs\/sdk\/[\w-]+\.md$/;
const LINK = /(?<!!)\[([^\]]+)\]\(([^)\s]+)\)/g;

/**
 * A package's README and the pages that it leads to, by their paths in the package. Their links lead to each other there;
 * of a link to anything else in the project, only the text is left.
 */
export async function packagedPages(root: string, readme: string): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const inPackage = (path: string) => (path === readme ? 'README.md' : TAKEN.test(path) ? path : undefined);
  const waiting = [readme];
  for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
    const from = page;
    const place = inPackage(from) ?? from;
    if (pages.has(place)) continue;
    const text = await readFile(join(root, from), 'utf8');
    const linked = text.replace(LINK, (link, label: string, target: string) => {
      if (/^([a-z]+:|#)/.test(target)) return link;
      const [path = '', heading] = target.split('#', 2);
      const found = normalize(join(dirname(from), path));
      const there = inPackage(found);
      if (there === undefined) return label;
      waiting.push(found);
      return `[${label}](${relative(dirname(place), there)}${heading === undefined ? '' : `#${heading}`})`;
    });
    pages.set(place, linked);
  }
  return pages;
}
