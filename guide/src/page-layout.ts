import { escapeHtml } from './escape-html.ts';
import { OUTLINE, REST, type Section } from './outline.ts';
import { addressOf, BASE, type Page } from './read-pages.ts';
import type { Heading } from './render-markdown.ts';

/** The addresses of what every page loads. */
export interface Assets {
  readonly style: string;
  readonly script: string;
  readonly index: string;
}

interface Layout {
  readonly page: Page;
  readonly pages: readonly Page[];
  readonly headings: readonly Heading[];
  readonly assets: Assets;
  readonly version: string;
}

/** A page of the guide as HTML. It loads nothing but the service's own files, and has no inline script or style. */
export function renderPage(content: string, { page, pages, headings, assets, version }: Layout): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.path === '' ? 'Tributary' : `${page.title} · Tributary`)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assets.style}">
<script type="module" src="${assets.script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="home" href="${BASE}">Tributary <span>${escapeHtml(version)}</span></a>
<div class="search" data-index="${assets.index}">
<input type="search" placeholder="Search" aria-label="Search the guide" autocomplete="off" spellcheck="false"
 role="combobox" aria-expanded="false" aria-controls="results">
<div id="results" class="results" role="listbox" aria-label="Results" hidden></div>
</div>
<nav aria-label="Elsewhere"><a href="/docs">API</a> <a href="/packages/">Packages</a></nav>
</header>
<div class="columns">
<details class="contents" open><summary>Contents</summary>
<nav aria-label="Contents">${[...OUTLINE, REST].map((section) => renderSection(section, page, pages)).join('')}</nav>
</details>
<main id="content" tabindex="-1">
${content}
${renderNeighbours(page, pages)}
</main>
${renderHeadings(headings)}
</div>
</body>
</html>
`;
}

function renderSection(section: Section, current: Page, pages: readonly Page[]): string {
  const items = pages
    .filter((page) => page.section === section.title)
    .map((page) => {
      const mark = page === current ? ' aria-current="page"' : '';
      return `<li><a href="${addressOf(page)}"${mark}>${escapeHtml(page.title)}</a></li>`;
    });
  if (items.length === 0) return '';
  const open = !section.folded || current.section === section.title ? ' open' : '';
  return `<details${open}><summary>${escapeHtml(section.title)}</summary><ul>${items.join('')}</ul></details>`;
}

function renderNeighbours(current: Page, pages: readonly Page[]): string {
  const at = pages.indexOf(current);
  const link = (page: Page | undefined, rel: string, label: string) =>
    page
      ? `<a rel="${rel}" href="${addressOf(page)}"><small>${label}</small> ${escapeHtml(page.title)}</a>`
      : '';
  return `<nav class="neighbours" aria-label="Before and after">${link(pages[at - 1], 'prev', 'Before')}${link(pages[at + 1], 'next', 'Next')}</nav>`;
}

/** The headings of the page, if there are enough to choose from. */
function renderHeadings(headings: readonly Heading[]): string {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return '<div></div>';
  const items = shown.map(
    ({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="headings" aria-label="On this page"><strong>On this page</strong><ul>${items.join('')}</ul></nav>`;
}
