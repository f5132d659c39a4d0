import { readdirSync, readFileSync } from 'node:fs';

/** The resources that a process has used so far. */
export interface ProcessUsage {
  /** User and system time, in µs. */
  readonly cpuMicros: number;
  /** Memory in use now, in bytes. */
  readonly residentBytes: number;
}

/** Linux reports CPU time in ticks of this many µs on every machine. */
const TICK_MICROS = 10_000;

/** Reads a process's usage; Linux only. */
export function readProcessUsage(pid: number): ProcessUsage {
  const fields = readStat(pid);
  const rss = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return {
    cpuMicros: (Number(fields[11]) + Number(fields[12])) * TICK_MICROS,
    residentBytes: Number(rss?.[1] ?? 0) * 1024,
  };
}

/** Samples a process's memory; `stop` returns the peak in bytes. */
export function watchMemory(pid: number, everyMs = 100): { stop(): number } {
  let peak = 0;
  const sample = () => {
    peak = Math.max(peak, readProcessUsage(pid).residentBytes);
  };
  const timer = setInterval(sample, everyMs);
  return {
    stop() {
      clearInterval(timer);
      sample();
      return peak;
    },
  };
}

/** CPU time of a process, of its children, and of the children that have ended, in µs; Linux only. */
export function readFamilyMicros(pid: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = readIfRunning(Number(name));
    // Own time, and that of children that were waited for.
    if (fields && (Number(name) === pid || Number(fields[1]) === pid))
      for (const field of fields.slice(11, 15)) ticks += Number(field);
  }
  return ticks * TICK_MICROS;
}

/** The process that started this one. */
export function parentOf(pid: number): number {
  return Number(readStat(pid)[1]);
}

function readIfRunning(pid: number): string[] | undefined {
  try {
    return readStat(pid);
  } catch {
    return undefined;
  }
}

/** What /proc says of a process after its command's name, which may contain anything but ends with the last bracket. */
function readStat(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
