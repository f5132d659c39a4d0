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

/** The first line of every backup; a format that readers of this one cannot read gets another number. */
const MAGIC = 'tributary-backup-1';

/** A header is shorter than this; nothing longer is looked through. */
export const MAX_HEADER_BYTES = 1024;

/** What a key costs to try: 128 MB and a good part of a second. */
const COST = { n: 2 ** 17, r: 8, p: 1 } as const;
const SALT_BYTES = 32;
const KEY_BYTES = 32;

const Header = z.strictObject({
  kdf: z.literal('scrypt'),
  // Bounded, so that a file that was made up cannot use up a machine's memory.
  n: z.union([z.literal(2 ** 16), z.literal(2 ** 17), z.literal(2 ** 18)]),
  r: z.literal(8),
  p: z.literal(1),
  salt: z.base64(),
  check: z.base64(),
});

/** A key that is a backup's own, and the two lines by which it is found again from the passphrase. */
export interface SealedHeader {
  readonly key: KeyObject;
  readonly text: string;
}

/** Makes the key and the header of a new backup. */
export async function createHeader(passphrase: string): Promise<SealedHeader> {
  const cost = { kdf: 'scrypt' as const, ...COST, salt: randomBytes(SALT_BYTES).toString('base64') };
  const { key, check } = await deriveKey(passphrase, cost);
  return { key, text: `${MAGIC}\n${JSON.stringify({ ...cost, check })}\n` };
}

/**
 * Reads the header at the beginning of a backup; answers the key and how many bytes the header has.
 *
 * @throws BackupError where it is no backup, of another format, or the passphrase is another.
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
        : 'the file is no backup of this service',
    );
  }
  const header = Header.safeParse(parseJson(line ?? ''));
  if (rest.length === 0 || !header.success) throw new BackupError('the backup is damaged at its beginning');
  const { check, ...cost } = header.data;
  const derived = await deriveKey(passphrase, cost);
  if (
    !timingSafeEqual(
      Buffer.from(derived.check),
      Buffer.from(check.padEnd(derived.check.length).slice(0, derived.check.length)),
    )
  )
    throw new BackupError('the passphrase is not the one that the backup was made with');
  return { key: derived.key, bytes: magic.length + (line ?? '').length + 2 };
}

type Cost = Omit<z.output<typeof Header>, 'check'>;

/** The check depends on the whole header, so that nobody can change what the key is made of. */
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
