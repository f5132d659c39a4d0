import { join } from 'node:path';
import { mergeConfig } from 'vitest/config';
import { testSettings } from '../../scripts/vitest-settings.ts';

export default mergeConfig(testSettings('console', { database: true }), {
  test: { globalSetup: [join(import.meta.dirname, 'scripts/build-for-tests.mjs')] },
});
