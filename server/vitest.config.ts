import { testSettings } from '../scripts/vitest-settings.ts';

export default testSettings('server', {
  database: true,
  // They measure how much memory is held.
  apart: ['src/exports/export-memory.test.ts', 'src/memory/flat-copy.test.ts'],
  // Requests, sign-in and limits, and what files, lost connections and many callers at once do: the statements behind
  // them run in the tests of every domain.
  withoutStatements: [
    'src/access-tokens/token-matrix.test.ts',
    'src/access-tokens/use-access-tokens.test.ts',
    'src/admin/lost-database.test.ts',
    'src/arrival/**',
    'src/backup/refused-restores.test.ts',
    'src/config.test.ts',
    'src/console/**',
    'src/exports/create-exports.test.ts',
    'src/fraud-rules/**',
    'src/guide/**',
    'src/http/**',
    'src/imports/routes/**',
    'src/ingest/ingest-fuzz.test.ts',
    'src/invitations/races.test.ts',
    'src/invitations/walks-of-members.test.ts',
    'src/links/follow/database-away.test.ts',
    'src/mail/**',
    'src/members/races.test.ts',
    'src/memory/**',
    'src/openapi/**',
    'src/packages/**',
    'src/payments/providers/**',
    'src/procedures/**',
    'src/rate-limits/**',
    'src/secrets/**',
    'src/session/**',
    'src/sign-in/**',
    'src/testing/**',
    'src/transports/**',
  ],
});
