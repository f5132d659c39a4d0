import { z } from 'zod';
import { text } from '../../platform/http/procedures/argument-types.ts';
import { LANGUAGES } from '../page-content/languages.ts';
import { PAGE_TEXTS, TEXT_NAMES } from '../page-content/page-texts.ts';

const MAX_TEXT = 100;

const NAMES = new Intl.DisplayNames('en', { type: 'language' });

const MEANS = {
  open: 'Of the button that leads into the app.',
  web: 'Of the button that leads to the page on the web.',
  get: 'Of the button that leads to a store.',
  scan: 'Above the QR code on desktops.',
  copies: 'Below the button to the store, where it copies a code.',
} as const satisfies Record<(typeof TEXT_NAMES)[number], string>;

function eachName<T extends z.ZodType>(type: T) {
  const named = TEXT_NAMES.map((name) => [name, type.describe(MEANS[name])] as const);
  return Object.fromEntries(named) as Record<(typeof TEXT_NAMES)[number], T>;
}

function eachLanguage<T extends z.ZodType>(type: T) {
  const named = LANGUAGES.map((language) => [language, type.describe(`In ${NAMES.of(language)}.`)] as const);
  return Object.fromEntries(named) as Record<(typeof LANGUAGES)[number], T>;
}

const given = text(MAX_TEXT).pipe(z.string().trim().min(1, 'must not be empty')).optional();
const ofLanguage = z.strictObject(eachName(given)).optional();

/** Texts by language and name; each may be missing. */
export const givenPageTexts = z.strictObject(eachLanguage(ofLanguage));

/** How landing pages are worded, as procedures return it. */
export const pageTextsAnswer = z.object({
  texts: givenPageTexts.describe('The account’s own, by language and name.'),
  defaults: z
    .object(eachLanguage(z.object(eachName(z.string()))))
    .describe('The service’s own, which are said otherwise.'),
});

export function toPageTextsAnswer(stored: unknown): z.output<typeof pageTextsAnswer> {
  return { texts: (stored ?? {}) as z.output<typeof givenPageTexts>, defaults: PAGE_TEXTS };
}
