import { createRequire } from 'node:module';

// Vitest's global set-up has no import.meta.resolve.
const { resolve } = createRequire(import.meta.url);

/** The programs of the service that are started as processes of their own. */
export const SOURCES = {
  service: resolve('@tributary/server/main'),
  admin: resolve('@tributary/server/run/admin/main'),
};

/** Where tests find a program in few files; see bundle-for-tests. */
export const VARIABLES = { service: 'TEST_SERVICE_PROGRAM', admin: 'TEST_ADMIN_PROGRAM' } as const;

/** The file that starts a program. */
export function programPath(name: keyof typeof SOURCES): string {
  return process.env[VARIABLES[name]] || SOURCES[name];
}
