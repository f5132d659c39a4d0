import { testSettings } from '../scripts/vitest-settings.ts';

export default testSettings('db', { database: true });
