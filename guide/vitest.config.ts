import { testSettings } from '../scripts/vitest-settings.ts';

export default testSettings('guide', { database: false });
