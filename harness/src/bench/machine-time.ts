import { readFileSync } from 'node:fs';

/** CPU time of all cores up to now, in ticks. */
export interface MachineTime {
  /** What was used, and what would have been. */
  readonly wanted: number;
  /** What the host of a virtual machine gave to others while this one had work to do. */
  readonly stolen: number;
}

/** Linux only. */
export function readMachineTime(): MachineTime {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0, stolen = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return { wanted: user + nice + system + interrupts + softInterrupts + stolen, stolen };
}

/** The share of the CPU time wanted since then that the host gave to others: what is slow meanwhile may be slow for that. */
export function stolenSince(before: MachineTime): number {
  const now = readMachineTime();
  return (now.stolen - before.stolen) / Math.max(1, now.wanted - before.wanted);
}

/** As it stands beside a figure. */
export function stolenText(share: number): string {
  return `${(share * 100).toFixed(0)} % of the CPU stolen`;
}
