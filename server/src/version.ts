/** The service's version, as it tells those who run it. */
export const VERSION = '1.0.0';
