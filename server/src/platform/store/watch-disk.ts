import type { Pool, PoolClient } from 'pg';
import { DISK_FULL } from '../errors/describe-outage.ts';

/** The driver's connection, which its types leave out. */
interface Connection {
  on(event: 'errorMessage', listener: (message: { readonly code?: string }) => void): void;
}

/** Calls back whenever the database refuses a statement of this pool, whoever sent it, because its disk is full. */
export function watchDisk(pool: Pool, onFull: () => void): void {
  pool.on('connect', (client) => {
    const { connection } = client as PoolClient & { readonly connection: Connection };
    connection.on('errorMessage', ({ code }) => {
      if (code === DISK_FULL) onFull();
    });
  });
}
