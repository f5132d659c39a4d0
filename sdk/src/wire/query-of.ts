/**
 * Of a URL or JSON: what precedes the parameters. A question mark after an equals sign belongs to a value, such as another
 * URL, in the fragment too; JSON has no parameters at all.
 */
const NO_PARAMETERS = /^(?:\s*[[{"].*|(?:[\w.+-]+:\/\/[^?#]*(?:#[^?=&"]*)?|[^?=&"]*)\?)/s;

/** The parameters of a URL or of a bare query, with its fragment's after a `#`. */
export const queryOf = (text: string) => text.replace(NO_PARAMETERS, '');
