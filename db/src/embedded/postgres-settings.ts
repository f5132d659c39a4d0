/** Settings of PostgreSQL by name, as on its command line. */
export type PostgresSettings = Readonly<Record<string, string>>;

/**
 * The service's settings on a small machine. What an answer promises is on disk: fsync, full_page_writes and
 * synchronous_commit stay on.
 */
const serviceSettings: PostgresSettings = {
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  // Long distances between checkpoints: after each one every page is written to the log in full once.
  max_wal_size: '4GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
};

/** For tests: nothing of theirs has to outlive the machine. */
export const disposableSettings: PostgresSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '128MB',
};

/** The command line: no TCP port, one socket in a folder that only PostgreSQL's user can enter. */
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
