import { randomFor } from '@tributary/server/testing/random';
import { defineCommand } from '../command-line/command.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { FaultRig } from './fault-rig.ts';
import { fillDisk } from './full-disk.ts';
import type { FaultyOperation } from './operation.ts';
import { OPERATIONS } from './operations/operations.ts';
import { runRaces } from './races.ts';
import { type FaultOptions, runFaults } from './run-faults.ts';
import { openShop } from './shop.ts';

/** What is there to back up, restore and count. */
const DEVICES = 500;

const NAMES = [...OPERATIONS.map(({ name }) => name), 'disk', 'races'];

/** `npm run bench -- faults`; with `--help` it says what it does and takes. */
export const faultsCommand = defineCommand({
  about: `Kills what works, kills PostgreSQL and freezes it, at random moments of each operation, fills the disk, and lets two servers
race. Afterwards each operation is run again and everything compared. Exits with 1 if anything is lost, doubled or left.
Parts: ${NAMES.join(', ')}`,
  options: {
    moments: { type: 'count', default: 20, about: 'times that each operation is killed' },
    'database-moments': {
      type: 'count',
      default: 1,
      about: 'times that PostgreSQL is killed, and frozen, in each',
    },
    'freeze-seconds': { type: 'count', default: 20, about: 'how long PostgreSQL is frozen' },
    rounds: { type: 'count', default: 50, about: 'rounds of each race' },
    seed: { type: 'count', default: 1, about: 'another number makes other moments' },
    only: { type: 'text', value: 'A,B', about: 'parts to run, separated by commas; all by default' },
  },
  async run(values) {
    const only = chooseParts(values.only);
    const rig = await FaultRig.start();
    try {
      await openShop(rig, DEVICES);
      for (const operation of OPERATIONS.filter(({ name }) => only.includes(name)))
        await reportOperation(rig, operation, {
          moments: values.moments,
          databaseMoments: values['database-moments'],
          freezeMs: values['freeze-seconds'] * 1000,
          random: randomFor(values.seed, 'faults').next,
          onMoment: (name, done) => process.stderr.write(`\r\x1b[K${name}: ${done}`),
        });
      if (only.includes('races'))
        for await (const { name, rounds, wrong } of runRaces(rig, values.rounds))
          report(`${name}: ${rounds} rounds`, wrong);
    } finally {
      await rig.close();
    }
    if (only.includes('disk')) await reportDisk();
  },
});

function chooseParts(list: string | undefined): readonly string[] {
  const only = list?.split(',') ?? NAMES;
  const unknown = only.filter((name) => !NAMES.includes(name));
  if (unknown.length === 0) return only;
  throw new UsageError(`there is no part ${unknown.join(', ')}; the parts are ${NAMES.join(', ')}`);
}

async function reportOperation(
  rig: FaultRig,
  operation: FaultyOperation,
  options: FaultOptions,
): Promise<void> {
  for await (const { name, moments, late, typicalMs, wrong } of runFaults(rig, operation, options)) {
    const when = `over ${Math.round(typicalMs)} ms${late > 0 ? `, ${late} of them after its end` : ''}`;
    report(`${name} at ${moments} moments ${when}`, wrong);
  }
}

async function reportDisk(): Promise<void> {
  const found = await fillDisk();
  if (found === undefined) return console.log('a full disk: left out, since this user cannot mount a tmpfs');
  const { findings, accepted, unanswered } = found;
  const counts = `${accepted} events accepted, ${unanswered} requests sent again`;
  report(
    `a full disk (tmpfs) under load: ${counts}`,
    findings.map(({ what, count }) => `${count} ${what}`),
  );
}

function report(title: string, wrong: readonly string[]): void {
  process.stderr.write('\r\x1b[K');
  console.log(`${wrong.length === 0 ? 'ok   ' : 'WRONG'} ${title}`);
  for (const problem of wrong) console.log(`      ${problem}`);
  if (wrong.length > 0) process.exitCode = 1;
}
