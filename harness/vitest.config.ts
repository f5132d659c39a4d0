import { testSettings } from '../scripts/vitest-settings.ts';

export default testSettings('harness', {
  database: true,
  globalSetup: ['src/backend/bundle-for-tests.ts'],
  // They answer this process's own requests in place of the network.
  apart: ['src/end-to-end/one-install.test.ts', 'src/fake-service/use-fake-tributary.test.ts'],
});
