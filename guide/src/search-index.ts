import MiniSearch from 'minisearch';
import { addressOf, type Page } from './read-pages.ts';
import type { Heading } from './render-markdown.ts';

/** What a result shows; `assets/guide.js` reads it. */
interface Entry {
  readonly id: number;
  readonly address: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
  readonly excerpt: string;
}

/** What is searched and what is kept; `assets/guide.js` loads the index with the same. */
const FIELDS = ['page', 'heading', 'text'];
const STORED = ['address', 'page', 'heading', 'excerpt'];

/** The search index of all pages as JSON, one entry for each heading with the text below it. */
export function buildSearchIndex(pages: readonly Page[], headingsOf: (page: Page) => Heading[]): string {
  const index = new MiniSearch<Entry>({ fields: FIELDS, storeFields: STORED });
  const entries = pages.flatMap((page) => entriesOf(page, headingsOf(page)));
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  return JSON.stringify(index);
}

function entriesOf(page: Page, headings: readonly Heading[]): Omit<Entry, 'id'>[] {
  const parts = splitAtHeadings(page.text);
  return headings.map((heading, at) => {
    const text = toPlainText(parts[at] ?? '');
    const anchor = heading.level === 1 ? '' : `#${heading.id}`;
    return {
      address: `${addressOf(page)}${anchor}`,
      page: page.title,
      heading: heading.level === 1 ? '' : heading.text,
      text,
      excerpt: text.slice(0, 140),
    };
  });
}

/** The text below each heading; a line in a code block is none. */
function splitAtHeadings(text: string): string[] {
  const parts: string[] = [];
  let inCode = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) inCode = !inCode;
    if (!inCode && /^#{1,6} /.test(line)) parts.push('');
    else if (parts.length > 0) parts[parts.length - 1] += `${line}\n`;
  }
  return parts;
}

const toPlainText = (markdown: string): string =>
  markdown
    .replace(/^```.*$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\|[ :|-]+\|$/gm, '')
    .replace(/[`*|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
