import type { Platform } from '@tributary/sdk/core';

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
  /**
   * Damages the last record that was written.
   *
   * @param where the position of the damage in the record, 0 to 1
   */
  damage(where: number): Promise<void>;
  remove(): Promise<void>;
}

/** How the SDK keeps events: in files with checksums, as on Node, or one row per event, as in AsyncStorage. */
export type DiskKind = 'files' | 'rows';
