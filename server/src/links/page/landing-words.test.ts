import { describe, expect, test } from 'vitest';
import { createLink } from '../../testing/create-link.ts';
import { perSuite, perTest } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { escapeHtml } from './escape-html.ts';
import { buttonsOf } from './testing/read-page.ts';
import { useLandingPages } from './testing/use-landing-pages.ts';

const { service, open } = useLandingPages();

describe('the page speaks', () => {
  const asked = perSuite(() => createTenant(service));
  const spoken = perSuite(() => createLink(asked, { p_title: 'A' }));

  test.each([
    [undefined, 'en', 'Continue in the browser'],
    ['*', 'en', 'Continue in the browser'],
    ['nl', 'en', 'Continue in the browser'],
    ['fr-CA,en;q=0.8', 'fr', 'Continuer dans le navigateur'],
    ['nl,DE;q=0.9,en;q=0.8', 'de', 'Im Browser fortfahren'],
    ['en;q=0.1, es', 'es', 'Continuar en el navegador'],
    ['pt-BR', 'pt', 'Continuar no navegador'],
    ['sw', 'sw', 'Endelea kwenye kivinjari'],
    ['fr;q=0, sw;q=0.1', 'sw', 'Endelea kwenye kivinjari'],
    [`${'x,'.repeat(5000)}fr`, 'en', 'Continue in the browser'],
  ])('to %j: %s', async (accepted, language, label) => {
    const { html } = await open(spoken, accepted === undefined ? {} : { 'accept-language': accepted });
    expect(html).toContain(`<html lang="${language}" dir="ltr">`);
    expect(Object.keys(buttonsOf(html))).toContain(label);
  });

  test('Arabic from right to left', async () => {
    const { html } = await open(spoken, { 'accept-language': 'ar-EG' });
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(Object.keys(buttonsOf(html))).toContain('المتابعة في المتصفح');
  });
});

describe('an account', () => {
  const asked = perTest(() => createTenant(service));
  const set = (p_texts: unknown) => asked.owner.rpc('set_link_page_texts', { p_texts });

  test('says it in its own words, in the languages and places that it names, at once', async () => {
    const link = await createLink(asked, { p_title: 'A' });
    const labels = async (language: string) =>
      Object.keys(buttonsOf((await open(link, { 'accept-language': language })).html));
    expect(await labels('en')).toEqual(['Get the app', 'Continue in the browser']);
    const texts = { en: { get: 'Get <Shop>' }, fr: { web: 'Aller au site', scan: 'Ici !' } };
    const answer = await set({ ...texts, de: {} });
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { texts, defaults: { sw: { get: 'Pata programu' } } },
    ]);
    expect(await labels('en')).toEqual([escapeHtml('Get <Shop>'), 'Continue in the browser']);
    expect(await labels('fr')).toEqual(['Obtenir l’application', 'Aller au site']);
    expect((await open(link, { 'accept-language': 'fr' })).html).toContain('<p>Ici !</p>');
    expect(await labels('de')).toEqual(['App laden', 'Im Browser fortfahren']);
    expect(await (await asked.owner.rpc('get_link_page_texts', {})).json()).toMatchObject({ texts });
    expect(await (await set({})).json()).toMatchObject({ texts: {} });
    expect(await labels('en')).toEqual(['Get the app', 'Continue in the browser']);
  });

  test.each([
    [{ nl: { get: 'Haal' } }, 'p_texts.nl'],
    [{ en: { got: 'Get' } }, 'p_texts.en.got'],
    [{ en: { get: '' } }, 'p_texts.en.get: must not be empty'],
    [{ en: { get: 'x'.repeat(101) } }, 'p_texts.en.get: must be 100 characters or fewer'],
    [{ en: { get: 1 } }, 'p_texts.en.get'],
    [[], 'p_texts'],
  ])('cannot say %j', async (texts, problem) => {
    const response = await set(texts);
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(problem)]);
  });
});
