import type { ReviewFacts } from '../../fraud-rules/fraud-facts.ts';

type Countries = NonNullable<ReviewFacts['abroad']>;

/** The countries of a click and of its install as they are stored: `DE KE`. */
export const countriesText = ({ click, install }: Countries): string => `${click} ${install}`;

export function readCountries(text: string): Countries {
  const [click = '', install = ''] = text.split(' ');
  return { click, install };
}
