/** The service's version, as shown to operators. */
export const VERSION = '1.0.0';
