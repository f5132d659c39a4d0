import { hash } from 'node:crypto';

const MAX_READABLE = 40;
const DIGITS = 8;

/** The slug of a path that cannot be one: what of it can, and some digits that follow from job and row. */
export function madeSlug(path: string, jobId: string, row: number): string {
  const readable = path
    .toLowerCase()
    .replace(/\?.*$/s, '')
    .replaceAll(/%[0-9a-f]{2}|[^a-z0-9_-]+/g, '-')
    .replaceAll(/-{2,}/g, '-')
    .slice(0, MAX_READABLE)
    .replaceAll(/^-+|-+$/g, '');
  const digits = BigInt(`0x${hash('sha256', `${jobId} ${row}`).slice(0, 16)}`)
    .toString(36)
    .padStart(DIGITS, '0')
    .slice(-DIGITS);
  return `${readable || 'link'}-${digits}`;
}
