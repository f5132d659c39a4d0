const UNKNOWN = { id: 'unknown', name: 'Unknown country' };
const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
/** Names for regions that are no country: tests, groups, and what is not known. */
const NO_COUNTRY = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

let known: readonly { readonly id: string; readonly name: string }[] | undefined;

/** The unknown one, then those that the browser can name, by their two letters and in the order of its language. */
export function countries(): typeof known & object {
  known ??= [UNKNOWN, ...nameCountries()];
  return known;
}

function nameCountries() {
  const names = new Intl.DisplayNames(navigator.languages, { type: 'region', fallback: 'none' });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  // A country that is no more has the region of the one that took its place.
  const current = codes.filter(
    (code) => new Intl.Locale(`und-${code}`).region === code && !NO_COUNTRY.has(code),
  );
  const order = new Intl.Collator();
  const named = current.map((id) => ({ id, name: names.of(id) ?? '' })).filter(({ name }) => name !== '');
  return named.toSorted((a, b) => order.compare(a.name, b.name));
}

/** Whether a text of an address is a country, or that it is unknown. */
export const isCountry = (text: string | undefined): text is string =>
  text !== undefined && countries().some(({ id }) => id === text);

/** As a person reads a country; what is none stays as it is. @param code two letters */
export const nameOfCountry = (code: string): string =>
  countries().find(({ id }) => id === code || id === code.toUpperCase())?.name ?? code;
