/** PostgreSQL settings by name, as on its command line. */
export type PostgresSettings = Readonly<Record<string, string>>;

/**
 * The service's settings, for a small machine. fsync, full_page_writes and synchronous_commit stay on, because the
 * service answers only when the data is on disk.
 */
const serviceSettings: PostgresSettings = {
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  // Checkpoints far apart: after each one, the first change to a page writes the whole page to the WAL.
  max_wal_size: '4GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
};

/** For tests, whose data need not survive a crash. */
export const disposableSettings: PostgresSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '128MB',
  // Their data may be in memory.
  max_wal_size: '512MB',
};

/** The command line: no TCP port, only a socket in a folder that PostgreSQL's user alone can enter. */
export function postgresArguments(
  cluster: string,
  socketFolder: string,
  settings: PostgresSettings,
): string[] {
  const all = {
    ...serviceSettings,
    ...settings,
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
  };
  return ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
