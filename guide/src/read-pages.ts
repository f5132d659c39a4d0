import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OUTLINE, REST, START_PAGE } from './outline.ts';

/** Where the guide is served. */
export const BASE = '/docs/guide';

/** A page of the guide. */
export interface Page {
  /** Its path in the repository. */
  readonly source: string;
  /** Its address below `BASE`; empty for the start page. */
  readonly path: string;
  readonly title: string;
  readonly text: string;
  /** The title of its section. */
  readonly section: string;
}

/** Reads all pages, in the order of the outline. A page of it that does not exist is left out; a test finds it. */
export function readPages(root: string): Page[] {
  const listed = new Set(OUTLINE.flatMap(({ pages }) => pages));
  const seen = new Set<string>();
  const isNew = (source: string) => !seen.has(source) && seen.add(source) && existsSync(join(root, source));
  const rest = { ...REST, pages: REST.pages.flatMap((folder) => pagesBelow(root, folder)) };
  return [...OUTLINE, rest].flatMap((section) =>
    section.pages
      .flatMap((source) =>
        source.endsWith('/') ? pagesBelow(root, source).filter((page) => !listed.has(page)) : [source],
      )
      .filter(isNew)
      .map((source) => readPage(root, source, section.title)),
  );
}

function readPage(root: string, source: string, section: string): Page {
  const text = readFileSync(join(root, source), 'utf8');
  const title = /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? source;
  return { source, path: pathOf(source), title, text, section };
}

/**
 * `docs/sdk/web.md` is at `sdk/web`, a folder's README at the folder, that of a package at `packages/sdk`. The pages for those
 * who run the service keep the addresses that they had when they stood in `docs`, as `settings`.
 */
function pathOf(source: string): string {
  if (source === START_PAGE) return '';
  return source
    .replace(/^docs\/(?:running\/)?/, '')
    .replace(/^(?:server\/client|sdk|harness)\/README\.md$/, (path) => `packages/${path.split('/').at(-2)}`)
    .replace(/\.md$/, '')
    .replace(/\/README$/, '')
    .toLowerCase();
}

const pagesBelow = (root: string, folder: string): string[] =>
  !existsSync(join(root, folder))
    ? []
    : readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
        .sort()
        .map((name) => folder + name.replaceAll('\\', '/'));

/** The full address of a page. */
export const addressOf = ({ path }: Pick<Page, 'path'>): string => (path === '' ? BASE : `${BASE}/${path}`);
