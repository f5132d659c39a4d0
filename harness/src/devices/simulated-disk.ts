import type { Platform } from '@tributary/sdk/core';
import type { Random } from '../world/random.ts';

/** What a device keeps when its processes end, as the SDK's own storage lays it out. */
export interface SimulatedDisk {
  /** The storage as a process sees it that has just been started. */
  open(): Platform['storage'];
  /**
   * Leaves of the last append only its first part, as a write that was interrupted; does nothing if the medium writes
   * each record as a whole.
   *
   * @param kept share of the bytes, 0 to 1
   */
  tear(kept: number): Promise<void>;
  /** Damages one stored event; returns the record as it was, or undefined if there is none. */
  damage(random: Random): Promise<string | undefined>;
  remove(): Promise<void>;
}

/** How the SDK keeps events: in files with checksums, as on Node, or one row per event, as in AsyncStorage. */
export type DiskKind = 'files' | 'rows';
