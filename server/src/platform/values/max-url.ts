/** The most characters of a URL that is taken; what people enter is shorter. */
export const MAX_URL = 2048;
