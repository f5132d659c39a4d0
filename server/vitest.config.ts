import { testSettings } from '../scripts/vitest-settings.ts';

export default testSettings('server', {
  database: true,
  // They measure how much memory is held.
  apart: ['src/exports/export-memory.test.ts', 'src/http/flat-copy.test.ts'],
  // Requests, sign-in and limits: the statements behind them run in the tests of every domain.
  withoutStatements: [
    'src/access-tokens/token-matrix.test.ts',
    'src/fraud-rules/**',
    'src/http/**',
    'src/ingest/ingest-fuzz.test.ts',
    'src/mail/**',
    'src/payments/providers/**',
    'src/procedures/**',
    'src/secrets/**',
    'src/session/**',
    'src/testing/**',
  ],
});
