import { Failure, type FailureCode } from '../failure.ts';
import type { Output } from './output.ts';

/** What the commands that look at files tell by their exit code. */
export const exitCodes = {
  done: 0,
  noFile: 1,
  usage: 2,
  unreadable: 3,
  refused: 4,
  unplayable: 5,
  notEncoded: 6,
  stopped: 130,
} as const;

export const exitCodesHelp = `Exit codes: 0 done, 1 file or beatmap not found, 2 wrong usage, 3 the file is corrupt or of another kind,
4 it is too large or unsafe, 5 it reads well but cannot be played back.
`;

/** Says what went wrong and returns the exit code for it. A bug is thrown on, for its stack to be seen. */
export function reportError(error: unknown, out: Output): number {
  if (error instanceof Failure) {
    out.stderr.write(`${error.message} (${error.code})\n`);
    return exitCodeOf(error.code);
  }
  if (isFileError(error)) {
    out.stderr.write(`Cannot read ${JSON.stringify(error.path)}: ${fileErrors[error.code] ?? error.code}.\n`);
    return exitCodes.noFile;
  }
  throw error;
}

function exitCodeOf(code: FailureCode): number {
  const kind = code.slice(code.indexOf('/') + 1);
  if (kind === 'unreadable') return exitCodes.unreadable;
  if (kind === 'too-large' || kind === 'unsafe') return exitCodes.refused;
  if (kind === 'wrong-mode' || kind === 'no-frames' || kind === 'unsupported-mods') return exitCodes.unplayable;
  if (kind === 'options-invalid') return exitCodes.usage;
  if (code.startsWith('video/')) return exitCodes.notEncoded;
  return exitCodes.noFile;
}

const fileErrors: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is no folder',
};

function isFileError(error: unknown): error is { path: string; code: string } {
  return error instanceof Error && 'path' in error && 'code' in error && 'syscall' in error;
}
