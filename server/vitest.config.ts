import { testSettings } from '../scripts/vitest-settings.ts';

export default testSettings('server', {
  database: true,
  // They measure how much memory is held.
  apart: ['src/exports/export.test.ts', 'src/http/flat-copy.test.ts'],
});
