// Builds the guide: `node guide/src/build-guide.ts <folder>`.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import Eleventy, { type UserConfig } from '@11ty/eleventy';
import { type Assets, renderPage } from './page-layout.ts';
import { BASE, type Page, readPages } from './read-pages.ts';
import { createRenderer } from './render-markdown.ts';
import { copyOf } from './resolve-link.ts';
import { buildSearchIndex } from './search-index.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Eleventy works with paths below the working directory. */
const INPUT = 'guide/assets';
const ASSETS = join(ROOT, INPUT);

/** Writes the guide into a folder. */
export async function buildGuide(output: string): Promise<void> {
  const pages = readPages(ROOT);
  const files = new Set<string>();
  const { markdown, headingsOf } = createRenderer(pages, (file) => files.add(file));
  const assets = writeAssets(output, buildSearchIndex(pages, headingsOf));
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

  const configure = (config: UserConfig) => {
    config.setLibrary('md', markdown);
    config.addTransform('layout', (content, file) => {
      const page = pages.find((each) => resolve(output, fileOf(each)) === resolve(file));
      return page
        ? renderPage(content, { page, pages, headings: headingsOf(page), assets, version })
        : content;
    });
    for (const page of pages)
      config.addTemplate(`${INPUT}/${page.path || 'index'}.md`, page.text, dataOf(page));
  };
  process.chdir(ROOT);
  const eleventy = new Eleventy(INPUT, output, { quietMode: true, configPath: null, config: configure });
  await eleventy.write();
  copyFiles(files, output);
}

const fileOf = ({ path }: Page) => `${path || 'index'}.html`;

const dataOf = (page: Page) => ({
  permalink: fileOf(page),
  // Braces in a text mean nothing.
  templateEngineOverride: 'md',
  source: page.source,
});

/** Writes the style, the scripts and the search index, each under a name made of its content. */
function writeAssets(output: string, index: string): Assets {
  mkdirSync(join(output, 'assets'), { recursive: true });
  const write = (name: string, text: string) => {
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
    const path = `assets/${name.replace(/(\.\w+)$/, `.${hash}$1`)}`;
    writeFileSync(join(output, path), text);
    return `${BASE}/${path}`;
  };
  const search = createRequire(import.meta.url).resolve('minisearch');
  const engine = readFileSync(join(dirname(search), '../es/index.js'), 'utf8').replace(
    /^\/\/# source.*/m,
    '',
  );
  const script = readFileSync(join(ASSETS, 'guide.js'), 'utf8').replace(
    "'minisearch'",
    `'${write('minisearch.js', engine)}'`,
  );
  return {
    style: write('guide.css', readFileSync(join(ASSETS, 'guide.css'), 'utf8')),
    script: write('guide.js', script),
    index: write('search.json', index),
  };
}

/** Copies the files that pages link to. A dead link is left as it is; a test finds it. */
function copyFiles(files: ReadonlySet<string>, output: string): void {
  for (const file of files) {
    const from = join(ROOT, file);
    if (statSync(from, { throwIfNoEntry: false })?.isFile()) cpSync(from, join(output, copyOf(file)));
  }
}

if (process.argv[1] === import.meta.filename) await buildGuide(resolve(process.argv[2] ?? 'dist/guide'));
