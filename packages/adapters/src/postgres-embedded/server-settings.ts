/** Settings of the embedded server: for a laptop with an SSD, with full durability. */

/**
 * Builds the arguments for `postgres`. It has no TCP port: only users who may enter the socket's directory can
 * connect.
 *
 * @param more  additional settings, such as those of an archive
 */
export function serverSettings(socketDir: string, more: Readonly<Record<string, string>> = {}): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    port: '5432', // only part of the socket's name
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    max_connections: '60',
    shared_buffers: '256MB',
    // In files of the data directory: containers often have a /dev/shm that is too small.
    dynamic_shared_memory_type: 'mmap',
    io_method: 'sync',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    wal_level: 'replica',
    max_wal_size: '1GB',
    min_wal_size: '128MB',
    wal_buffers: '16MB',
    random_page_cost: '1.1',
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    // Without the rejected row: it is a customer's (security rule X2).
    log_error_verbosity: 'terse',
    ...(process.platform === 'darwin' ? { wal_sync_method: 'fsync_writethrough' } : {}),
    ...more,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
