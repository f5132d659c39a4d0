import { testSettings } from './vitest-settings.ts';

export default testSettings('scripts', { database: false, include: 'scripts/**/*.test.ts' });
