import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports CPU time in ticks of this many µs on every machine. */
const TICK_MICROS = 10_000;

/** CPU time of a process, of its children, and of the children that have ended, in µs; Linux only. */
export function readFamilyMicros(pid: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = readStat(Number(name));
    // Own time, and that of children that were waited for.
    if (fields && (Number(name) === pid || Number(fields[1]) === pid))
      for (const field of fields.slice(11, 15)) ticks += Number(field);
  }
  return ticks * TICK_MICROS;
}

/** The process that started this one. */
export function parentOf(pid: number): number {
  return Number(readStat(pid)?.[1]);
}

/** What /proc says of a process after its command's name, which may contain anything; undefined if it has ended. */
function readStat(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
