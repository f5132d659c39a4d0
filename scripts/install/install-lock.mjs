// A lock between processes that survives the death of its holder at any moment.
//
// The holder of generation n is the process named in the file n of the lock's folder; the highest generation
// counts. A generation is never taken over, only followed by n + 1, which the file system lets one process
// create: so two processes that both see a dead holder cannot both become the next.
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Identifies a process by its id and, if /proc has it, its start time, since ids are reused. */
export function identify(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return `${pid} -`;
  }
}

/** Whether the process that `identify` described still runs. */
export function isAlive(identity) {
  const pid = Number.parseInt(identity, 10);
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  return identify(pid) === identity;
}

const generations = (folder) =>
  readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => b - a);

function readHolders(folder, generation) {
  try {
    return readFileSync(join(folder, String(generation)), 'utf8')
      .split('\n')
      .filter(isAlive);
  } catch {
    return [];
  }
}

function write(folder, name, holders) {
  const draft = join(folder, `${name}.${process.pid}`);
  writeFileSync(draft, holders.map(identify).join('\n'));
  return draft;
}

function tryNext(folder, generation) {
  const draft = write(folder, 'draft', [process.pid]);
  try {
    linkSync(draft, join(folder, String(generation)));
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  if (generations(folder)[0] === generation) return true;
  // Others have come and gone since the folder was read; this number was free only because they cleaned up.
  rmSync(join(folder, String(generation)), { force: true });
  return false;
}

/**
 * Waits for the lock and takes it. `onWait` is called once with the holder's process id if there is one.
 * Returns `addHolder(pid)`, which makes the lock last as long as that process lives too, and `release()`.
 */
export async function takeLock(folder, onWait) {
  mkdirSync(folder, { recursive: true });
  for (let waiting = false; ; ) {
    const highest = generations(folder)[0] ?? 0;
    const [holder] = readHolders(folder, highest);
    if (holder === undefined && tryNext(folder, highest + 1)) {
      for (const old of generations(folder))
        if (old <= highest) rmSync(join(folder, String(old)), { force: true });
      const own = join(folder, String(highest + 1));
      return {
        addHolder: (pid) => renameSync(write(folder, 'draft', [process.pid, pid]), own),
        release: () => writeFileSync(own, ''),
      };
    }
    if (holder !== undefined && !waiting) {
      waiting = true;
      onWait(Number.parseInt(holder, 10));
    }
    await delay(100);
  }
}
