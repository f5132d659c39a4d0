import { defineCommand } from '../command-line/command.ts';
import { breakSdk, MISTAKES } from './break-sdk.ts';

/** `npm run harness -- soak`; with `--help` it says what it does and takes. */
export const soakCommand = defineCommand({
  about: `Random faults against the SDK, and whether every promised event is stored exactly once. Exits with 1 if a promise was
broken.`,
  options: {
    schedules: { type: 'count', default: 50, about: 'devices, each with faults of its own' },
    minutes: { type: 'number', about: 'for that long instead' },
    seed: { type: 'count', default: 1, about: 'the first schedule' },
    storage: { type: 'choice', of: ['files', 'rows'], about: 'only this kind; default both' },
    faults: { type: 'text', value: '1,4', about: 'only these faults of the schedule: what a failure prints' },
    break: {
      type: 'choice',
      value: 'MISTAKE',
      of: Object.keys(MISTAKES),
      about: `a mistake in the SDK, which must be found: ${Object.keys(MISTAKES).join(', ')}`,
    },
  },
  async run({ seed, schedules, minutes, storage: disk, faults, break: mistake }) {
    if (mistake !== undefined) breakSdk(mistake);
    // Only now: it imports the SDK.
    const { reportSoak, reproduceSoak } = await import('./report-soak.ts');
    if (faults !== undefined) return reproduceSoak({ seed, disk, list: faults });
    await reportSoak({ seed, schedules, minutes, disk, mistake });
  },
});
