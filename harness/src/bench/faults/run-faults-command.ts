import { FaultRig } from '../../faults/fault-rig.ts';
import { fillDisk } from '../../faults/full-disk.ts';
import { OPERATIONS } from '../../faults/operations/operations.ts';
import { runRaces } from '../../faults/races.ts';
import { runFaults } from '../../faults/run-faults.ts';
import { openShop } from '../../faults/shop.ts';
import { randomFor } from '../../world/random.ts';
import { readOptions } from '../read-options.ts';

/** What is there to back up, restore and count. */
const DEVICES = 500;

const NAMES = [...OPERATIONS.map(({ name }) => name), 'disk', 'races'];

const ABOUT = `Kills what works, kills PostgreSQL and freezes it, at random moments of each operation, fills the disk, and lets two servers
race. Afterwards each operation is run again and everything compared. Exits with 1 if anything is lost, doubled or left.
Parts: ${NAMES.join(', ')}`;
const OPTIONS = {
  moments: { type: 'string', default: '20', about: 'times that each operation is killed' },
  'database-moments': {
    type: 'string',
    default: '1',
    about: 'times that PostgreSQL is killed, and frozen, in each',
  },
  'freeze-seconds': { type: 'string', default: '20', about: 'how long PostgreSQL is frozen' },
  rounds: { type: 'string', default: '50', about: 'rounds of each race' },
  seed: { type: 'string', default: '1', about: 'another number makes other moments' },
  only: { type: 'string', about: 'parts to run, separated by commas; all by default' },
} as const;

/** `npm run bench -- faults`; with `--help` it says what it does and takes. */
export async function runFaultsCommand(args: string[]): Promise<void> {
  const values = readOptions(args, ABOUT, OPTIONS);
  const only = values.only?.split(',') ?? NAMES;
  const unknown = only.filter((name) => !NAMES.includes(name));
  if (unknown.length > 0) {
    console.error(`faults: there is no part ${unknown.join(', ')}; the parts are ${NAMES.join(', ')}`);
    process.exitCode = 2;
    return;
  }
  const options = {
    moments: Number(values.moments),
    databaseMoments: Number(values['database-moments']),
    freezeMs: Number(values['freeze-seconds']) * 1000,
    random: randomFor(Number(values.seed), 'faults').next,
    onMoment: (name: string, done: number) => process.stderr.write(`\r\x1b[K${name}: ${done}`),
  };
  const rig = await FaultRig.start();
  try {
    await openShop(rig, DEVICES);
    for (const operation of OPERATIONS.filter(({ name }) => only.includes(name)))
      for await (const { name, moments, late, typicalMs, wrong } of runFaults(rig, operation, options)) {
        const when = `over ${Math.round(typicalMs)} ms${late > 0 ? `, ${late} of them after its end` : ''}`;
        report(`${name} at ${moments} moments ${when}`, wrong);
      }
    if (only.includes('races'))
      for await (const { name, rounds, wrong } of runRaces(rig, Number(values.rounds)))
        report(`${name}: ${rounds} rounds`, wrong);
  } finally {
    await rig.close();
  }
  if (only.includes('disk')) await reportDisk();
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
