import { testSettings } from '../scripts/vitest-settings.ts';

export default testSettings('server', {
  database: true,
  // It measures how much memory is held.
  apart: ['src/http/flat-copy.test.ts'],
});
