import { testSettings } from '../scripts/vitest-settings.ts';

export default testSettings('db', {
  database: true,
  // All but those of the embedded PostgreSQL, which is of one version.
  onOldPostgres: [
    'src/*.test.ts',
    'src/distribution/**/*.test.ts',
    'src/functions/**/*.test.ts',
    'src/migrations/**/*.test.ts',
    'src/testing/**/*.test.ts',
  ],
});
