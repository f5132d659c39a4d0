import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bundleBrowser } from './testing/bundles/bundle-browser.ts';
import { bundleWithVite } from './testing/bundles/bundle-with-vite.ts';
import { compileTypeScript } from './testing/bundles/compile-typescript.ts';
import { installPackage } from './testing/bundles/install-package.ts';
import { hasBrowser } from './testing/chromium/chromium.ts';
import { openBrowser } from './testing/pages/open-browser.ts';
import { untilTestEnds } from './testing/pages/sdk-page.ts';
import { type SiteFiles, startSite } from './testing/pages/start-site.ts';
import { API_KEY, type Service, startService } from './testing/start-service.ts';

// The code of `docs/sdk`, copied into a fresh project that has the package: everything in it is run or compiled.

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What a project with React has besides; linked, since there is no network. */
const REACT = ['react', 'react-dom', 'scheduler', '@types/react', '@types/react-dom', 'csstype'];

let installed: Awaited<ReturnType<typeof installPackage>>;
let browser: Browser | undefined;

beforeAll(async () => {
  [installed, browser] = await Promise.all([installPackage(), hasBrowser ? openBrowser() : undefined]);
  await mkdir(join(installed.project, 'node_modules/@types'), { recursive: true });
  for (const name of REACT)
    await symlink(join(ROOT, 'node_modules', name), join(installed.project, 'node_modules', name));
});
afterAll(() => installed?.remove());

/** The page's code blocks in a language, in order, for a service and with a key. */
async function blocksOf(page: string, language: string, url = 'https://t.example'): Promise<string[]> {
  const text = await readFile(join(ROOT, 'docs/sdk', page), 'utf8');
  const blocks = text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'));
  const filled = (code: string) => code.replaceAll('https://t.example', url).replaceAll('svc_…', API_KEY);
  return [...blocks].map(([, code = '']) => filled(code));
}

async function startOne(): Promise<Service> {
  const service = await startService();
  onTestFinished(() => service[Symbol.asyncDispose]());
  return service;
}

/** Writes files into a folder of the project. */
async function writeProject(folder: string, files: Record<string, string>): Promise<string> {
  const path = join(installed.project, folder);
  onTestFinished(() => rm(path, { recursive: true }));
  await mkdir(path);
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text);
  return path;
}

async function openPage(service: Service, files: SiteFiles): Promise<Page> {
  const site = await startSite(service, files);
  if (!browser) throw new Error('there is no browser');
  const page = await untilTestEnds(await browser.newContext()).newPage();
  await page.goto(site);
  return page;
}

/** Opens a page that consists of this script. */
const openScript = (service: Service, code: string) =>
  openPage(service, {
    '/': ['text/html', '<!doctype html><title>t</title><body><script type="module" src="/main.js"></script>'],
    '/main.js': ['text/javascript', code],
  });

const untilAccepted = (service: Service, names: string[]) =>
  expect.poll(() => service.acceptedNames().sort()).toEqual(names);

test('the code for web pages and React compiles, and an event that is not among the typed ones does not', async () => {
  const [main = '', consent = '', smaller = ''] = await blocksOf('web.md', 'ts');
  const [root = '', shop = ''] = await blocksOf('react.md', 'tsx');
  const [typed = ''] = await blocksOf('react.md', 'ts');
  const files = {
    'main.ts': main,
    'consent.ts': consent,
    'smaller.ts': smaller,
    'root.tsx': root,
    'shop.tsx': shop,
    'typed.ts': typed,
    'use.ts': `import { tributary } from './typed';
      tributary.trackEvent('level_up', { level: 3 });
      // @ts-expect-error
      tributary.trackEvent('levelup', { level: 3 });\n`,
  };
  await compileTypeScript(await writeProject('pages', files), Object.keys(files));
});

describe('docs/sdk/node.md', () => {
  test.each([
    [0, ['identify', 'install', 'report_built']],
    [1, ['install', 'install']],
  ])('program %i runs, and its events arrive', async (at, names) => {
    const service = await startOne();
    const blocks = await blocksOf('node.md', 'js', service.url);
    expect(blocks).toHaveLength(2);
    const folder = await writeProject(`node-${at}`, { 'main.mjs': blocks[at] ?? '' });
    await run(process.execPath, ['main.mjs'], { cwd: folder });
    expect(service.acceptedNames().sort()).toEqual(names);
  });
});

describe('docs/sdk/web.md', () => {
  test.skipIf(!hasBrowser)('the page without a bundler tracks what is clicked', async () => {
    const service = await startOne();
    const [html = ''] = await blocksOf('web.md', 'html', '');
    const page = await openPage(service, {
      '/': ['text/html', html],
      '/sdk.iife.js': ['text/javascript', await bundleBrowser('iife')],
    });
    await page.click('#buy');
    await page.reload();
    await untilAccepted(service, ['install', 'purchase', 'session_start']);
  });

  test.skipIf(!hasBrowser)('the script with a bundler tracks events and views', async () => {
    const service = await startOne();
    const [code = ''] = await blocksOf('web.md', 'ts', service.url);
    const folder = await writeProject('web', { 'main.ts': code });
    const page = await openScript(service, await bundleWithVite(folder, 'main.ts'));
    await page.waitForTimeout(50);
    await page.reload();
    await untilAccepted(service, [
      'install',
      'page_view',
      'page_view',
      'session_start',
      'signed_up',
      'signed_up',
    ]);
  });

  test.skipIf(!hasBrowser)('with consent first, nothing is sent until the visitor agrees', async () => {
    const service = await startOne();
    const [, code = ''] = await blocksOf('web.md', 'ts', service.url);
    const main = "import { agree } from './consent';\nObject.assign(globalThis, { agree });\n";
    const folder = await writeProject('consent', { 'consent.ts': code, 'main.ts': main });
    const page = await openScript(service, await bundleWithVite(folder, 'main.ts'));
    expect(service.requests).toEqual([]);
    await page.evaluate('agree()');
    await page.reload();
    await untilAccepted(service, ['install', 'session_start']);
  });
});

describe('docs/sdk/web.md, on a smaller client', () => {
  test.skipIf(!hasBrowser)('the script tracks its event, and has no more than it asks for', async () => {
    const service = await startOne();
    const [, , code = ''] = await blocksOf('web.md', 'ts', service.url);
    const folder = await writeProject('smaller', { 'main.ts': code });
    const bundled = await bundleWithVite(folder, 'main.ts');
    expect(bundled).not.toMatch(/deferred deep link|handleDeepLink|duration_ms/);
    await openScript(service, bundled);
    await untilAccepted(service, ['signed_up']);
  });
});

describe('docs/sdk/react.md', () => {
  test.skipIf(!hasBrowser)('the app shows the link and tracks what is clicked', async () => {
    const service = await startOne();
    service.next['deep-link'] = [{ status: 200, body: JSON.stringify({ path: '/promo/1' }) }];
    const [main = '', shop = ''] = await blocksOf('react.md', 'tsx', service.url);
    const folder = await writeProject('react', { 'main.tsx': main, 'shop.tsx': shop });
    const page = await openScript(service, await bundleWithVite(folder, 'main.tsx'));
    await page.waitForFunction("document.body.innerText.includes('Welcome to /promo/1')");
    await page.click('button');
    await page.reload();
    await expect.poll(() => service.acceptedNames()).toContain('added_to_cart');
    expect(service.acceptedNames()).toContain('shop_opened');
  });
});

describe('docs/sdk/react-native.md', () => {
  const MODULE = `declare module 'react-native' {
    export const Linking: { addEventListener(type: 'url', run: (event: { url: string }) => void): { remove(): void } };
    export const Text: (props: { children?: unknown }) => null;
  }`;

  test('the code compiles with the conditions of React Native', async () => {
    const [index = '', links = '', signOut = ''] = await blocksOf('react-native.md', 'js');
    const [root = '', checkout = ''] = await blocksOf('react-native.md', 'tsx');
    const folder = await writeProject('phone', {
      'index.ts': index,
      'links.ts': links,
      'sign-out.ts': signOut,
      'root.tsx': root,
      'checkout.tsx': checkout,
      'react-native.d.ts': MODULE,
    });
    await compileTypeScript(
      folder,
      ['index.ts', 'links.ts', 'sign-out.ts', 'root.tsx', 'react-native.d.ts'],
      {
        customConditions: ['react-native'],
      },
    );
  });

  test.skipIf(!hasBrowser)('the hooks find their provider', async () => {
    const service = await startOne();
    const [root = '', checkout = ''] = await blocksOf('react-native.md', 'tsx', service.url);
    const folder = await writeProject('hooks', {
      'main.ts': `import { createElement } from 'react';
        import { createRoot } from 'react-dom/client';
        import { Root } from './root';
        createRoot(document.body).render(createElement(Root));`,
      'root.tsx': root,
      'checkout.tsx': checkout.replace("'react-native'", "'./on-a-page'"),
      'on-a-page.ts': `export const Text = 'p';
        export const Linking = { addEventListener: () => ({ remove() {} }) };`,
    });
    const page = await openScript(service, await bundleWithVite(folder, 'main.ts'));
    await page.getByText('2 items').waitFor();
    await page.reload();
    await expect.poll(() => service.acceptedNames()).toContain('screen');
  });

  test('the app starts, without any of the packages too, and its events arrive', async () => {
    const service = await startOne();
    const [index = '', links = '', signOut = ''] = await blocksOf('react-native.md', 'js', service.url);
    const use = `import './links.mjs';\nimport { signOut } from './sign-out.mjs';\nawait Tributary.flush();\nawait signOut();\nawait Tributary.close();\n`;
    const modules = { 'index.mjs': index + use, 'links.mjs': links, 'sign-out.mjs': signOut };
    const folder = await writeProject('started', modules);
    await run(process.execPath, ['--conditions=react-native', 'index.mjs'], { cwd: folder });
    await untilAccepted(service, ['session_start']);
  });
});
