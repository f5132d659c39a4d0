import type { StopSignal } from '@tributary/server/run/start/stop-signal';
import { type Command, defineCommand } from '../command-line/command.ts';
import { runDemo } from './run-demo.ts';

/** `npm run demo`; with `--help` it says what it does and takes. @param stop what Ctrl-C gives */
export const createDemoCommand = (stop: StopSignal): Command =>
  defineCommand({
    about: `Starts the service on a temporary database, plays some weeks of an app through it, prints a summary, and keeps serving
until Ctrl-C, which also removes the database. Exits with 1 if a report differs from what was played.`,
    options: {
      days: { type: 'count', default: 30, from: 1, to: 90, about: 'days to play, ending now, 1 to 90' },
      devices: {
        type: 'count',
        default: 500,
        from: 1,
        to: 5000,
        about: 'about how many phones install the app, 1 to 5000',
      },
      seed: { type: 'count', default: 1, to: 999_999_999, about: 'another number is another story' },
      port: {
        type: 'count',
        from: 1,
        to: 65_535,
        about: 'where it listens; without it 8787, or another port if that is taken',
      },
      once: { type: 'flag', about: 'ends after the summary' },
    },
    async run(options) {
      const { differences } = await runDemo({ options, output: process.stdout, stop, now: Date.now });
      if (differences.length > 0) process.exitCode = 1;
    },
  });
