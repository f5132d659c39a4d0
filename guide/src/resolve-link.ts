import { dirname, join, normalize } from 'node:path/posix';
import { addressOf, BASE, type Page } from './read-pages.ts';

/** Where a link of a page leads in the guide. */
export interface ResolvedLink {
  readonly address: string;
  /** The file of the repository that the guide has to carry along for it. */
  readonly file?: string;
}

/**
 * Turns a link as it works in the repository into one that works in the guide: to a page (of a folder its first),
 * or to a copy of the file. Addresses of other hosts and of the service itself stay.
 */
export function resolveLink(target: string, source: string, pages: readonly Page[]): ResolvedLink {
  if (/^([a-z][a-z+.-]*:|#|\/)/i.test(target)) return { address: target };
  const [path = '', heading] = target.split('#', 2);
  const file = normalize(join(dirname(source), path)).replace(/\/$/, '');
  const page =
    pages.find((each) => each.source === file || each.source === `${file}/README.md`) ??
    pages.find((each) => each.source.startsWith(`${file}/`));
  if (page) return { address: addressOf(page) + (heading === undefined ? '' : `#${heading}`) };
  if (file.startsWith('..')) return { address: target };
  return { address: `${BASE}/${copyOf(file)}`, file };
}

/** Where the guide keeps a file that is no page: pictures as they are, everything else as plain text. */
export const copyOf = (file: string): string =>
  `files/${file}${/\.(svg|png|webp)$/.test(file) ? '' : '.txt'}`;
