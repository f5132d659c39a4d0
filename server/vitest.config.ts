import { testSettings } from '../scripts/vitest-settings.ts';

export default testSettings('server', {
  database: true,
  // They measure how much memory is held.
  apart: ['src/exports/export-memory.test.ts', 'src/memory/flat-copy.test.ts'],
  // Requests, sign-in and limits: the statements behind them run in the tests of every domain.
  withoutStatements: [
    'src/access-tokens/token-matrix.test.ts',
    'src/arrival/**',
    'src/fraud-rules/**',
    'src/http/**',
    'src/ingest/ingest-fuzz.test.ts',
    'src/mail/**',
    'src/memory/**',
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
