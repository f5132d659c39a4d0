import {
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { BackupError } from './backup-error.ts';

/** The first line of every backup; an incompatible format gets a new number. */
const MAGIC = 'tributary-backup-1';

/** No header is longer than this; anything longer is not a backup. */
export const MAX_HEADER_BYTES = 1024;

/** What trying one passphrase costs, as scrypt's N: 128 MB and most of a second. */
const KEY_COST = 2 ** 17;
/** So that a forged file cannot exhaust the machine's memory. */
const MAX_KEY_COST = 2 ** 18;
const SALT_BYTES = 32;
const KEY_BYTES = 32;

const Header = z.strictObject({
  kdf: z.literal('scrypt'),
  n: z
    .int()
    .min(2)
    .max(MAX_KEY_COST)
    .refine((n) => Number.isInteger(Math.log2(n))),
  r: z.literal(8),
  p: z.literal(1),
  salt: z.base64(),
  check: z.base64(),
});

/** A backup's own random key, and the two header lines that recover it from the passphrase. */
export interface SealedHeader {
  readonly key: KeyObject;
  readonly text: string;
}

/** Whether a file that begins like this is a backup of ours, whole or not. */
export function isBackupStart(start: Buffer): boolean {
  return start.subarray(0, MAGIC.length + 1).toString('latin1') === `${MAGIC}\n`;
}

/** Creates the key and the header of a new backup. `keyCost` is a power of two. */
export async function createHeader(passphrase: string, keyCost = KEY_COST): Promise<SealedHeader> {
  const salt = randomBytes(SALT_BYTES).toString('base64');
  const cost: Cost = { kdf: 'scrypt', n: keyCost, r: 8, p: 1, salt };
  const { key, check } = await deriveKey(passphrase, cost);
  return { key, text: `${MAGIC}\n${JSON.stringify({ ...cost, check })}\n` };
}

/**
 * Reads the header of a backup; returns the key and the header's length in bytes.
 *
 * @throws BackupError if it is not a backup, has another format, or the passphrase is wrong.
 */
export async function openHeader(
  start: Buffer,
  passphrase: string,
): Promise<{ key: KeyObject; bytes: number }> {
  const [magic, line, ...rest] = start.subarray(0, MAX_HEADER_BYTES).toString('latin1').split('\n', 3);
  if (magic !== MAGIC) {
    throw new BackupError(
      magic?.startsWith('tributary-backup-')
        ? 'the backup was made by a newer version'
        : 'the file is not a backup of this service',
    );
  }
  const header = Header.safeParse(parseJson(line ?? ''));
  if (rest.length === 0 || !header.success) throw new BackupError('the beginning of the backup is damaged');
  const { check, ...cost } = header.data;
  const derived = await deriveKey(passphrase, cost);
  if (
    !timingSafeEqual(
      Buffer.from(derived.check),
      Buffer.from(check.padEnd(derived.check.length).slice(0, derived.check.length)),
    )
  )
    throw new BackupError('the passphrase is not the one that the backup was encrypted with');
  return { key: derived.key, bytes: magic.length + (line ?? '').length + 2 };
}

type Cost = Omit<z.output<typeof Header>, 'check'>;

/** The check covers the whole header, so that the key's parameters cannot be tampered with. */
async function deriveKey(passphrase: string, cost: Cost): Promise<{ key: KeyObject; check: string }> {
  const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);
  const options = { N: cost.n, r: cost.r, p: cost.p, maxmem: 256 * cost.n * cost.r };
  const bytes = await derive(
    passphrase.normalize('NFC'),
    Buffer.from(cost.salt, 'base64'),
    2 * KEY_BYTES,
    options,
  );
  const check = createHmac('sha256', bytes.subarray(KEY_BYTES)).update(JSON.stringify(cost)).digest('base64');
  return { key: createSecretKey(bytes.subarray(0, KEY_BYTES)), check };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
