/** The base path of sign-in. Every path below it belongs to the library, without which commands know it: it is 400 modules. */
export const AUTH_BASE_PATH = '/api/auth';
