import { AppError } from '../../platform/errors/errors.ts';
import { SpooledDocument } from '../../platform/http/procedures/spooled-document.ts';
import type { Spool } from './spool.ts';

/** The documents that were written and wait to be read: one of a person, and not too many of all on the disk. */
interface KeptDocuments {
  /** Whether a document of the person's is being read. */
  has(personId: string): boolean;
  /**
   * Keeps a document until it is read or given up. Where there is no room left, the slowest reader loses theirs.
   *
   * @throws AppError OVERLOADED if there is none that could be given up.
   */
  keep(personId: string, spool: Spool): SpooledDocument;
}

export interface KeptLimits {
  readonly documents: number;
  /** Of all of them. */
  readonly bytes: number;
  /** How long a document is safe from others, in ms. */
  readonly patienceMs: number;
}

interface Kept {
  readonly document: SpooledDocument;
  /** On the monotonic clock, ms. */
  readonly since: number;
}

/**
 * Keeps documents up to a number and a size. For a new one, the slowest of those who have been reading for `patienceMs`
 * loses theirs.
 */
export function createKeptDocuments({ documents, bytes, patienceMs }: KeptLimits): KeptDocuments {
  const kept = new Map<string, Kept>();

  function isFull(size: number): boolean {
    let held = size;
    for (const { document } of kept.values()) held += document.size;
    return kept.size >= documents || (kept.size > 0 && held > bytes);
  }

  function findSlowest(): [personId: string, kept: Kept] | undefined {
    const now = performance.now();
    const pace = ({ document, since }: Kept) => document.taken / (now - since);
    return [...kept]
      .filter(([, { since }]) => now - since >= patienceMs)
      .sort(([, a], [, b]) => pace(a) - pace(b))[0];
  }

  return {
    has: (personId) => kept.has(personId),
    keep(personId, spool) {
      while (isFull(spool.size())) {
        const slowest = findSlowest();
        if (slowest === undefined)
          throw new AppError('OVERLOADED', 'too many exports are being read; try again later', {
            retryAfter: 10,
          });
        kept.delete(slowest[0]);
        void slowest[1].document.discard();
      }
      const close = async () => {
        // The next document of the person may be kept by then.
        if (kept.get(personId)?.document === document) kept.delete(personId);
        await spool.close();
      };
      const document = new SpooledDocument({ size: spool.size(), read: spool.read, close });
      kept.set(personId, { document, since: performance.now() });
      return document;
    },
  };
}
