import { startTestPostgres } from '@tributary/db/testing/start-test-postgres';
import { Client } from 'pg';
import { seedApps } from '../../backend/seed-apps.ts';
import { SEED_SECRETS, spawnSeedableBackend } from '../../backend/seedable-backend.ts';
import { defineCommand } from '../../command-line/command.ts';
import { UsageError } from '../../command-line/usage-error.ts';
import { REPORTING_SEEDS, TUNING_SEEDS } from '../../world/seeds.ts';
import { WORLDS, type WorldName } from '../../world/worlds.ts';
import type { HintsMode } from './find-traceless.ts';
import { fitDeviceShares } from './fit-device-shares.ts';
import { fitLikeness } from './fit-likeness.ts';
import { fitTables } from './fit-tables.ts';
import { measureLag } from './measure-lag.ts';
import { playSeeds } from './play-seeds.ts';
import { reportCountries } from './report-countries.ts';
import { reportLikeness } from './report-likeness.ts';
import { reportPrograms } from './report-programs.ts';
import { writeReport } from './write-report.ts';

const LAG_INSTALLS = 300;

/** `npm run bench -- attribution`; with `--help` it says what it does and takes. */
export const attributionBench = defineCommand({
  about:
    'Plays simulated worlds, in which the truth is known, through the service, and reports how often it is right.',
  options: {
    installs: { type: 'count', default: 20_000, about: 'installs in each world' },
    seeds: {
      type: 'text',
      value: 'A,B',
      about: `worlds to play; ${REPORTING_SEEDS} by default, ${TUNING_SEEDS} with --fit`,
    },
    world: {
      type: 'text',
      value: 'NAME',
      about: `the world to play: ${Object.keys(WORLDS).join(', ')}; markets by default`,
    },
    fit: {
      type: 'flag',
      about:
        'fits attribution/models/fitted-tables.ts to the tuning seeds of markets, city and families, and prints it',
    },
    likeness: {
      type: 'flag',
      about: 'what likeness alone finds in every world, decided without a service: a minute',
    },
    countries: {
      type: 'flag',
      about:
        'what comparing the countries of click and install finds in every world, without a service: a minute',
    },
    programs: {
      type: 'flag',
      about:
        'what the rule against programs in place of an SDK finds in every world, without a service: a minute',
    },
    hints: {
      type: 'text',
      value: 'MODE',
      about:
        'CLIENT_HINTS of the service, whether browsers that hide their phone are asked for it: off, later or now',
    },
    'silent-stores': {
      type: 'flag',
      about: 'with --likeness: as if no app passed on anything that a store says',
    },
    strict: { type: 'flag', about: 'plays with every app in privacy mode strict' },
    'no-lag': {
      type: 'flag',
      about: 'leaves out the time from an event to its attribution',
    },
  },
  async run(values) {
    const world = WORLDS[worldName(values.world ?? 'markets')];
    const hints = hintsMode(values.hints);
    const usual = values.fit ? TUNING_SEEDS : REPORTING_SEEDS;
    const seeds = values.seeds?.split(',').map(Number) ?? usual;
    if (values.fit) return printFit(seeds, values.installs);
    if (values.countries) return console.log(reportCountries(WORLDS, seeds, values.installs));
    if (values.programs) return console.log(reportPrograms(WORLDS, seeds, values.installs));
    if (values.likeness)
      return console.log(
        reportLikeness(WORLDS, seeds, values.installs, { hints, silentStores: values['silent-stores'] }),
      );
    const outcomes = await playSeeds(world, seeds, values.installs, {
      privacyMode: values.strict ? 'strict' : 'standard',
      hints,
      onProgress: showProgress,
    });
    process.stderr.write('\n');
    console.log(`Seeds ${seeds.join(', ')}, ${outcomes.length} installs.\n\n${writeReport(outcomes)}`);
    if (!values['no-lag']) console.log(`\n### Lag\n\n${await describeLag()}`);
  },
});

/** The other worlds stay unseen, so that they can show how far the fit holds elsewhere. */
function printFit(seeds: readonly number[], installs: number): void {
  const worlds = [WORLDS.markets, WORLDS.city, WORLDS.families];
  console.log(JSON.stringify(fitLikeness(worlds, seeds, installs), null, 2));
  console.log(JSON.stringify(fitDeviceShares(worlds, seeds, installs), null, 2));
  for (const [name, { table, alone }] of Object.entries(fitTables(worlds, seeds, installs))) {
    const rest = alone ? `; with no click near ${alone.join(' of ')}` : '';
    console.log(`${name}${rest}\n${table.map((entry) => `  [${entry.join(', ')}],`).join('\n')}`);
  }
}

function worldName(given: string): WorldName {
  const name = (Object.keys(WORLDS) as WorldName[]).find((name) => name === given);
  if (name === undefined) throw new UsageError(`--world takes one of ${Object.keys(WORLDS).join(', ')}`);
  return name;
}

function hintsMode(given: string | undefined): HintsMode | undefined {
  if (given === undefined || given === 'off' || given === 'later' || given === 'now') return given;
  throw new UsageError('--hints takes off, later or now');
}

function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${text}`);
}

/** Measures on a separate, otherwise idle service, with durable commits and its own workers. */
async function describeLag(): Promise<string> {
  const postgres = await startTestPostgres({ durable: true });
  const client = new Client({ connectionString: postgres.url });
  try {
    await client.connect();
    const service = await spawnSeedableBackend(postgres.url);
    const [app] = await seedApps(client, SEED_SECRETS, { accounts: 1, appsPerAccount: 1 });
    if (app === undefined) throw new Error('there is no app');
    const lags = await measureLag(client, service.origin, app, LAG_INSTALLS);
    await service.close();
    const at = (share: number) => `${(lags[Math.floor(share * (lags.length - 1))] ?? 0).toFixed(0)} ms`;
    return `From acceptance to a readable attribution, ${lags.length} installs one at a time: p50 ${at(0.5)}, p99 ${at(0.99)}.`;
  } finally {
    await client.end();
    await postgres.stop();
  }
}
