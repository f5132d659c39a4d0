import { testSettings } from '../../scripts/vitest-settings.ts';

export default testSettings('client', { database: true });
