import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path/posix';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildGuide } from './build-guide.ts';
import { OUTLINE } from './outline.ts';
import { BASE, readPages } from './read-pages.ts';
import { createRenderer } from './render-markdown.ts';

const ROOT = join(import.meta.dirname, '../..');
const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { headingsOf } = createRenderer([], () => {});
const anchorsOf = (source: string) =>
  headingsOf({ source, path: '', title: '', text: read(source), section: '' }).map(({ id }) => id);

describe('in the repository', () => {
  test.each(documents)('every link of %s leads somewhere', (source) => {
    const text = read(source)
      .replace(/^```.*?^```/gms, '')
      .replace(/`[^`\n]*`/g, '');
    const dead = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^([a-z][a-z+.-]*:|\/)/i.test(target))
      .filter((target) => {
        const [path = '', heading] = target.split('#', 2);
        const file = path === '' ? source : normalize(join(dirname(source), path)).replace(/\/$/, '');
        if (!existsSync(join(ROOT, file))) return true;
        return heading !== undefined && !anchorsOf(file).includes(heading);
      });
    expect(dead).toEqual([]);
  });
});

describe('in the guide', () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tributary-guide-'));
    await buildGuide(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const pagesOf = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.html'));
  const html = (path: string) => readFileSync(join(folder, path), 'utf8');
  const idsOf = (path: string) => [...html(path).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

  /** The file that answers an address of the guide. */
  function fileAt(address: string): string | undefined {
    const path = address.slice(BASE.length).replace(/^\//, '');
    // A page comes before the folder of the same name.
    return [`${path || 'index'}.html`, path].find((file) => file !== '' && existsSync(join(folder, file)));
  }

  test('every link leads to a page, to a heading of it, or to another page of the service', () => {
    const ids = new Map<string, (string | undefined)[]>();
    const dead: string[] = [];
    for (const page of pagesOf()) {
      for (const [, target = ''] of html(page).matchAll(/(?:href|src|data-index)="([^"]*)"/g)) {
        if (/^(https?|mailto|data):/.test(target)) continue;
        const [address = '', heading] = target.split('#', 2);
        const isOurs = address === '' || address === BASE || address.startsWith(`${BASE}/`);
        if (!isOurs && ['/docs', '/packages/', '/openapi.json'].includes(address)) continue;
        const file = address === '' ? page : isOurs ? fileAt(address) : undefined;
        if (file !== undefined && !ids.has(file)) ids.set(file, file.endsWith('.html') ? idsOf(file) : []);
        if (file === undefined || (heading && !ids.get(file)?.includes(heading)))
          dead.push(`${page}: ${target}`);
      }
    }
    expect(dead).toEqual([]);
  });

  test('every page has one heading of the first level, and no script or style of its own', () => {
    for (const page of pagesOf()) {
      expect(html(page).match(/<h1[ >]/g), page).toHaveLength(1);
      expect(html(page), page).not.toMatch(/<script(?![^>]* src=)|<style| style="| on\w+="/);
    }
  });

  test('every page of the outline is there, and no document is left out', () => {
    const sources = readPages(ROOT).map(({ source }) => source);
    const listed = OUTLINE.flatMap((section) => section.pages).filter((page) => page.endsWith('.md'));
    expect(listed.filter((page) => !sources.includes(page))).toEqual([]);
    const missing = documents.filter((path) => path.startsWith('docs/') && !sources.includes(path));
    expect(missing).toEqual([]);
  });
});
