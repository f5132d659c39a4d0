import { testSettings } from '../scripts/vitest-settings.ts';

export default testSettings('harness', { database: true });
