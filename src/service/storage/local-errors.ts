import { isDiskFull } from '../../disk-full.ts';
import { Failure } from '../../failure.ts';

const unavailableCodes = new Set(['EACCES', 'EPERM', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'ESTALE']);

/** Converts disk errors to failures that an operator can act on; returns other errors unchanged. */
export function asStorageFailure(error: unknown): unknown {
  const code = errorCode(error);
  if (isDiskFull(error)) return new Failure('storage/full', undefined, { cause: error });
  if (unavailableCodes.has(code)) return new Failure('storage/unavailable', undefined, { cause: error });
  return error;
}

/** The system's error code, such as ENOENT, or the empty string. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Whether the error means that the file does not exist. */
export function isNotFound(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errorCode(error));
}
