import { z } from 'zod';

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const DURATION = /^(-?)(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;

/** A time such as `90s`, `15m`, `2h` or `3d`; in ms once it is parsed. */
export const duration = z
  .string()
  .regex(/^\d+(\.\d+)?(ms|s|m|h|d)$/, 'must be a number with a unit: ms, s, m, h or d, such as 90s or 2h')
  .transform(toMs);

/** The same, or negative. */
export const signedDuration = z
  .string()
  .regex(DURATION, 'must be a number with a unit: ms, s, m, h or d, such as -90s or 2h')
  .transform(toMs);

function toMs(text: string): number {
  const [, sign, number, unit] = DURATION.exec(text) ?? [];
  return (sign ? -1 : 1) * Math.round(Number(number) * UNITS[unit as keyof typeof UNITS]);
}
