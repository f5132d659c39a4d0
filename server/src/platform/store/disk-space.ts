import type { Pool } from 'pg';
import { isDiskFull } from '../errors/describe-outage.ts';

/** Whether the database's disk has room, as far as is known. */
export interface DiskSpace {
  /** To be called when the database has refused something because its disk is full. */
  noteFull(): void;
  /** Asks the database only after it was noted, and forgets it once there is room again. */
  isFull(): Promise<boolean>;
}

/** Sorts more than it may hold in memory, so that 2 MB of the data's disk are taken for a moment. */
const TAKE_SOME = `
  select count(*) from (
    select i, repeat('x', 1000) from generate_series(1, 2000) as i order by 2, 1 offset 0) sorted`;

/** Asks the database only after a write has failed for want of room. */
export function createDiskSpace(pool: Pool): DiskSpace {
  let wasFull = false;
  return {
    noteFull() {
      wasFull = true;
    },
    async isFull() {
      if (wasFull) wasFull = !(await hasRoom(pool));
      return wasFull;
    },
  };
}

/** Whether the database can take room on its disk. Changes nothing. @throws if it fails for another reason */
export async function hasRoom(pool: Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('begin read only');
    await client.query(`set local work_mem = '64kB'`);
    await client.query(TAKE_SOME);
    return true;
  } catch (error) {
    if (isDiskFull(error)) return false;
    throw error;
  } finally {
    // A connection that is lost meanwhile is replaced at its next use.
    await client.query('rollback').catch(() => {});
    client.release();
  }
}
