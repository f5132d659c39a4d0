/** How long a session lasts: a running app then starts another one, and a page takes what an earlier one was answered until then. */
export const SESSION_MS = 30 * 60 * 1000;
