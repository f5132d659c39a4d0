import { readFileSync } from 'node:fs';

/** CPU time of all cores since boot, in ticks. */
export interface MachineTime {
  /** CPU time used plus stolen. */
  readonly demanded: number;
  /** Steal time: what a virtual machine's host gave to others while this machine had work to do. */
  readonly stolen: number;
}

/** Reads the machine's CPU times; Linux only. */
export function readMachineTime(): MachineTime {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0, stolen = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return { demanded: user + nice + system + interrupts + softInterrupts + stolen, stolen };
}

/** The share of the demanded CPU time that the host has stolen since then, which may explain slow measurements. */
export function stolenSince(before: MachineTime): number {
  const now = readMachineTime();
  return (now.stolen - before.stolen) / Math.max(1, now.demanded - before.demanded);
}

/** A steal share as printed next to a figure. */
export function stolenText(share: number): string {
  return `${(share * 100).toFixed(0)} % of the CPU stolen`;
}
