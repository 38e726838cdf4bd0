import { Failure } from '../../failure.ts';

const fullCodes = new Set(['ENOSPC', 'EDQUOT']);
const unavailableCodes = new Set(['EACCES', 'EPERM', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'ESTALE']);

/** Turns what a disk can do to us into the failure an operator acts on; any other error stays itself. */
export function asStorageFailure(error: unknown): unknown {
  const code = errorCode(error);
  if (fullCodes.has(code)) return new Failure('storage/full', undefined, { cause: error });
  if (unavailableCodes.has(code)) return new Failure('storage/unavailable', undefined, { cause: error });
  return error;
}

/** The system's word for an error, such as ENOENT, or the empty text. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Whether there is no such file, which is an answer and not an error. */
export function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errorCode(error));
}
