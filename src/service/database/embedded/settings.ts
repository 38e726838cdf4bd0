import { port } from './address.ts';
import { ownerSetting } from './postmaster.ts';

/** The server's command line: reachable by its socket alone, safe on power loss, sized for a small machine. */
export function serverArguments({ cluster, socketFolder }: { cluster: string; socketFolder: string }): string[] {
  const settings = [
    ownerSetting(process.pid),
    'listen_addresses=',
    `unix_socket_directories=${quoted(socketFolder)}`,
    'unix_socket_permissions=0700',
    `port=${port}`,
    'fsync=on',
    'synchronous_commit=on',
    // After a crash, one call for the whole file system in place of one for each of a thousand files.
    ...(process.platform === 'linux' ? ['recovery_init_sync_method=syncfs'] : []),
    'max_connections=100',
    'shared_buffers=64MB',
    'work_mem=8MB',
    // Containers often have little of the shared memory that parallel workers need.
    'max_parallel_workers_per_gather=0',
    'io_method=sync',
    'jit=off',
    // No replicas, so the log is as small as recovery allows.
    'wal_level=minimal',
    'max_wal_senders=0',
    'max_wal_size=512MB',
    'checkpoint_timeout=15min',
    // Statements and their parameters come from clients, and stay out of our log.
    'log_min_messages=log',
    'log_min_error_statement=panic',
    'log_error_verbosity=terse',
    'log_checkpoints=off',
    'log_line_prefix=',
  ];
  return ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])];
}

/** The setting is a list of folders: one with a comma or a space in its name needs quotes. */
function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`;
}
