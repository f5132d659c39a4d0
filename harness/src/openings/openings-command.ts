import type { Backend } from '../backend/backend.ts';
import { spawnBackend } from '../backend/spawned-backend.ts';
import { defineCommand } from '../command-line/command.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { withPostgres } from '../command-line/with-postgres.ts';
import { OPENINGS, playOpenings } from './play-openings.ts';

/** `npm run harness -- openings`; with `--help` it says what it does and takes. */
export const openingsCommand = defineCommand({
  about: `Links that open an app, on an emulated phone with the real SDK and the real service. Exits with 1 if a listener was told
anything else than the table in docs/sdk/react-native.md says.`,
  options: {
    url: {
      type: 'text',
      value: 'URL',
      about: 'against a running service, with --anon-key; creates accounts',
    },
    'anon-key': { type: 'text', value: 'KEY', about: 'of that service' },
    only: { type: 'text', value: 'TEXT', about: 'only the scenarios with that text in their name' },
  },
  async run({ url, 'anon-key': anonKey, only = '' }) {
    const scenarios = OPENINGS.filter(({ name }) => name.includes(only));
    if (scenarios.length === 0) throw new UsageError(`no scenario has ${only} in its name`);
    if ((url === undefined) !== (anonKey === undefined))
      throw new UsageError('--url and --anon-key need each other');
    const play = (backend: Backend) => print(playOpenings(backend, scenarios));
    if (url !== undefined && anonKey !== undefined)
      return play({ origin: url.replace(/\/+$/, ''), anonKey, close: async () => {} });
    await withPostgres(async (database) => {
      const backend = await spawnBackend({ DATABASE_URL: database.url, LOG_LEVEL: 'warn' });
      try {
        await play(backend);
      } finally {
        await backend.close();
      }
    });
  },
});

async function print(verdicts: ReturnType<typeof playOpenings>): Promise<void> {
  for await (const { name, isMet, told, expected } of verdicts) {
    console.log(`${isMet ? 'met   ' : 'MISSED'}  ${name}`);
    if (isMet) continue;
    process.exitCode = 1;
    console.log(`  told      ${JSON.stringify(told)}\n  expected  ${JSON.stringify(expected)}`);
  }
}
