import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { finish, useCheckout } from '../testing/launched-checkout.ts';

const { path, setMode, npmWords, launch, develop } = useCheckout();

describe('the pages', () => {
  const guide = `
    import { readFileSync, writeFileSync } from 'node:fs';
    import { title } from 'tool';
    writeFileSync(process.argv[2] + '/index.html', title + readFileSync('docs/page.md', 'utf8'));
  `;
  const built = () => readFile(path('dist/pages/guide/index.html'), 'utf8');
  const modules = async () =>
    (await readdir(path('node_modules'))).filter((name) => ['tool', 'complete'].includes(name));

  beforeEach(async () => {
    await setMode('brings page tools');
    await mkdir(path('docs'));
    await mkdir(path('guide/src'), { recursive: true });
    await writeFile(path('docs/page.md'), ' one');
    await writeFile(path('guide/src/build-guide.ts'), guide);
    const packages = {
      '': { workspaces: ['guide'] },
      guide: { dependencies: { tool: '1.0.0' } },
      'node_modules/a': {},
      'node_modules/tool': {},
    };
    await writeFile(path('package-lock.json'), JSON.stringify({ packages }));
  });

  test('are built by the first start, which removes the tools, and again only after a change', async () => {
    expect(await finish(launch())).toMatchObject({ code: 0 });
    expect([await built(), await modules()]).toEqual(['Guide one', ['complete']]);
    expect(await finish(launch())).toMatchObject({ err: '', code: 0 });
    await writeFile(path('docs/page.md'), ' two');
    expect((await finish(launch())).err).toContain('Adding the tools');
    expect([await built(), await modules()]).toEqual(['Guide two', ['complete']]);
    expect(await npmWords()).toEqual(['ci --omit=dev', 'install --omit=dev']);
  });

  test('are compressed, and listed with their types and versions', async () => {
    await finish(launch());
    const { files } = JSON.parse(await readFile(path('dist/pages/guide/files.json'), 'utf8'));
    expect(files).toEqual({
      'index.html': {
        type: 'text/html; charset=utf-8',
        version: expect.stringMatching(/^[\w-]{22}$/),
        compressed: true,
      },
    });
    expect((await readdir(path('dist/pages/guide'))).sort()).toEqual([
      'files.json',
      'index.html',
      'index.html.br',
      'index.html.gz',
    ]);
  });

  test('keep their tools in development', async () => {
    await finish(develop());
    expect([await built(), await modules()]).toEqual(['Guide one', ['complete', 'tool']]);
  });

  test('that cannot be built stay as they were, and the program runs', async () => {
    await finish(launch());
    await writeFile(path('guide/src/build-guide.ts'), 'throw new TypeError("no such page");');
    const start = await finish(launch());
    expect(start.code).toBe(0);
    expect(start.err).toContain('TypeError: no such page');
    expect(await built()).toBe('Guide one');
  });

  test('wait where their tools cannot be added, as in a checkout without a network', async () => {
    await finish(launch());
    await writeFile(path('docs/page.md'), ' two');
    await setMode('fails');
    const start = await finish(launch());
    expect([start.code, JSON.parse(start.out).complete]).toEqual([0, true]);
    expect(start.err).toContain('The pages are older than their sources');
    expect(await built()).toBe('Guide one');
  });
});
