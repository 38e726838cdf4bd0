import { port } from './address.ts';
import { ownerSetting } from './postmaster.ts';

/** Files of the cluster instead of /dev/shm, which may be full or missing. Without parallel workers, they have some kilobytes. */
export const dynamicSharedMemory = 'dynamic_shared_memory_type=mmap';

/** The server's arguments: reachable only by its socket, durable, and sized for a small machine. */
export function serverArguments({ cluster, socketFolder }: { cluster: string; socketFolder: string }): string[] {
  const settings = [
    ownerSetting(process.pid),
    'listen_addresses=',
    `unix_socket_directories=${quoted(socketFolder)}`,
    'unix_socket_permissions=0700',
    `port=${port}`,
    'fsync=on',
    'synchronous_commit=on',
    // After a crash, sync the whole file system with one call instead of a thousand files one by one.
    ...(process.platform === 'linux' ? ['recovery_init_sync_method=syncfs'] : []),
    'max_connections=100',
    'shared_buffers=64MB',
    'work_mem=8MB',
    // Parallel workers need shared memory, of which containers often have little.
    'max_parallel_workers_per_gather=0',
    dynamicSharedMemory,
    'io_method=sync',
    'jit=off',
    // There are no replicas, so the log contains only what recovery needs.
    'wal_level=minimal',
    'max_wal_senders=0',
    'max_wal_size=512MB',
    'checkpoint_timeout=15min',
    // Statements may contain data of clients, which must not appear in our log.
    'log_min_messages=log',
    'log_min_error_statement=panic',
    'log_error_verbosity=terse',
    'log_checkpoints=off',
    'log_line_prefix=',
  ];
  return ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])];
}

/** The setting is a list, so a folder with a comma or a space in its name needs quotes. */
function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`;
}
