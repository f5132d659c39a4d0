import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineCommand } from '../../command-line/command.ts';
import { createProgress } from '../../command-line/progress.ts';
import { UsageError } from '../../command-line/usage-error.ts';
import { readMachineTime, stolenSince, stolenText } from '../machine-time.ts';
import { checkOut, describeWorkingTree, findCommit, removeCheckout } from './check-out.ts';
import { BENCH_NAMES, chooseBenches } from './choose-benches.ts';
import { compareInTurns } from './compare-in-turns.ts';
import { describeComparison, summarise, TABLE_HEAD } from './print-comparison.ts';
import { createUndoing } from './undo-at-end.ts';

const ROOT = join(import.meta.dirname, '../../../..');

/** `npm run bench -- against <commit>`; with `--help` it says what it does and takes. */
export const againstBench = defineCommand({
  about: `Compares this working tree with another commit. Both services run on this machine with the PostgreSQL that comes with each, and
are put under the same loads in turns. Printed are CPU time and rate of both and their ratio, with what can be told from the spread of
the turns. It ends with 1 if something is worse.`,
  words: '<commit>',
  options: {
    only: { type: 'text', value: 'LIST', about: `only some of ${BENCH_NAMES}, as ingest,links` },
    minutes: { type: 'count', from: 1, to: 60, default: 10, about: 'that it may take in all' },
  },
  async run({ only, minutes }, [name, ...more]) {
    if (name === undefined || more.length > 0)
      throw new UsageError('which commit is it to be compared with? One is expected, such as HEAD~1');
    const until = Date.now() + minutes * 60_000;
    const benches = chooseBenches(only);
    const commit = findCommit(ROOT, name);
    const title = `${commit.slice(0, 8)} (before) and ${describeWorkingTree(ROOT)} (now)`;
    const progress = createProgress(process.stderr);
    const undoing = createUndoing();
    try {
      const folder = await mkdtemp(join(tmpdir(), 'tributary-against-'));
      // PostgreSQL, which never runs as root, has its data below it.
      await chmod(folder, 0o711);
      undoing.add(() => rm(folder, { recursive: true, force: true }));
      const other = join(folder, 'before');
      undoing.add(() => removeCheckout(ROOT, other));
      process.stderr.write(`Checking out ${commit.slice(0, 8)} with its modules\n`);
      await checkOut(ROOT, commit, other);
      const machine = readMachineTime();
      const compared = await compareInTurns({
        roots: { before: other, now: ROOT },
        folder,
        benches,
        until,
        undoing,
        progress,
      });
      progress.end();
      console.log(`\n${title}\n`);
      for (const line of [...TABLE_HEAD, ...compared.flatMap(describeComparison)]) console.log(line);
      const { text, isWorse } = summarise(compared);
      console.log(`\n${stolenText(stolenSince(machine))}\n${text}`);
      if (isWorse) process.exitCode = 1;
    } finally {
      await undoing.run();
    }
  },
});
