import { hash } from 'node:crypto';

/** The id of the link that a row becomes (UUID v4 in form): a row that is processed again is the same link. */
export function linkIdOf(jobId: string, row: number): string {
  const digits = hash('sha256', `link ${jobId} ${row}`);
  const variant = ((Number.parseInt(digits.slice(16, 17), 16) & 3) | 8).toString(16);
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`];
  return [...parts, `${variant}${digits.slice(17, 20)}`, digits.slice(20, 32)].join('-');
}
