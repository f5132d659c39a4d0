import { testSettings } from '../scripts/vitest-settings.ts';

export default testSettings('db', {
  database: true,
  // They start the embedded PostgreSQL, whatever version the other tests run on.
  withoutStatements: ['src/embedded/**'],
});
