import { readFileSync } from 'node:fs';

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
  // The command's name may contain anything, but it ends with the last bracket.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
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
