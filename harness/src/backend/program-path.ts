import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

// Vitest's global set-up has no import.meta.resolve.
const { resolve } = createRequire(import.meta.url);

/** The programs that are started as processes of their own. */
export const SOURCES = {
  service: resolve('@tributary/server/main'),
  admin: resolve('@tributary/server/admin/main'),
  harness: fileURLToPath(new URL('../cli/main.ts', import.meta.url)),
};

/** Where tests find a program in few files; see bundle-for-tests. */
export const VARIABLES = {
  service: 'TEST_SERVICE_PROGRAM',
  admin: 'TEST_ADMIN_PROGRAM',
  harness: 'TEST_HARNESS_PROGRAM',
} as const;

/** The file that starts a program. */
export function programPath(name: keyof typeof SOURCES): string {
  return process.env[VARIABLES[name]] || SOURCES[name];
}
