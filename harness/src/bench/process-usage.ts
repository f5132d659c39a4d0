import { readFileSync } from 'node:fs';

/** What a process has used up to now. */
export interface ProcessUsage {
  /** User and system time, in µs. */
  readonly cpuMicros: number;
  /** Memory in use now, in bytes. */
  readonly residentBytes: number;
}

/** Linux counts CPU time in ticks of this many µs, whatever the machine. */
const TICK_MICROS = 10_000;

/** Reads what a process has used; Linux only. */
export function readProcessUsage(pid: number): ProcessUsage {
  // The command's name may hold anything but ends with the last bracket.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const rss = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return {
    cpuMicros: (Number(fields[11]) + Number(fields[12])) * TICK_MICROS,
    residentBytes: Number(rss?.[1] ?? 0) * 1024,
  };
}

/** Follows the most memory that a process has in use while it is watched. */
export function watchMemory(pid: number, everyMs = 100): { stop(): number } {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, readProcessUsage(pid).residentBytes);
  };
  const timer = setInterval(look, everyMs);
  return {
    stop() {
      clearInterval(timer);
      look();
      return peak;
    },
  };
}
