/** The languages that landing pages speak; the first is for everyone else. */
export const LANGUAGES = ['en', 'fr', 'de', 'es', 'pt', 'ar', 'sw'] as const;

export type Language = (typeof LANGUAGES)[number];

const MAX_LENGTH = 500;
const MAX_RANGES = 20;

/** Languages that are written from right to left. */
export function isRightToLeft(language: Language): boolean {
  return language === 'ar';
}

/** The language that a visitor likes best, of those that pages speak. @param accepted the Accept-Language header. */
export function chooseLanguage(accepted: string | undefined): Language {
  const ranges = (accepted ?? '').slice(0, MAX_LENGTH).split(',', MAX_RANGES).map(readRange);
  const wanted = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  for (const { primary } of wanted) {
    const spoken = LANGUAGES.find((language) => language === primary);
    if (spoken) return spoken;
  }
  return LANGUAGES[0];
}

/** `pt-BR;q=0.8` -> `pt`, 0.8: the countries of a language read the same page. */
function readRange(text: string): { primary: string; weight: number } {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((part) => part.startsWith('q='))?.slice(2);
  return { primary: tag.split('-')[0] ?? '', weight: weight === undefined ? 1 : Number(weight) || 0 };
}
