import type { FaultyOperation } from '../operation.ts';
import { backup } from './backup.ts';
import { deletion } from './deletion.ts';
import { erasure } from './erasure.ts';
import { exportData } from './export.ts';
import { postbacks } from './postbacks.ts';
import { rebuildRollups } from './rebuild-rollups.ts';
import { restore } from './restore.ts';
import { rotateSecret } from './rotate-secret.ts';

/** Every operation that faults are placed in. */
export const OPERATIONS: readonly FaultyOperation[] = [
  backup,
  rebuildRollups,
  erasure,
  exportData,
  deletion,
  postbacks,
  restore,
  // Last, since it ends sessions.
  rotateSecret,
];
