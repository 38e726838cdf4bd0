/** A file that the command line names cannot be read or written. */
export class FileError extends Error {
  readonly action: 'read' | 'write';

  constructor(action: FileError['action'], path: string, code: string) {
    super(`Cannot ${action} ${JSON.stringify(path)}: ${reasons[code] ?? code}.`);
    this.action = action;
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'part of the path is not a folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the file system is read-only',
};

/** Whether Node's file functions have thrown it. */
export function isSystemError(error: unknown): error is Error & { readonly code: string; readonly path?: string } {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}
