import { Failure, type FailureCode } from '../../failure.ts';
import { FileError, isSystemError } from './file-error.ts';
import type { Output } from './output.ts';

/** The exit codes of the commands that read files. */
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

export const exitCodesHelp = `Exit codes:
  0    done
  1    the file or the beatmap was not found
  2    wrong usage
  3    the file is corrupt or of another kind
  4    the file is too large or unsafe
  5    the file is valid but cannot be played back
`;

/** The last parts of the codes of failures of valid files. */
const unplayable = ['wrong-mode', 'no-frames', 'unsupported-mods', 'no-moments'];

/** Prints what went wrong and returns the exit code for it. Rethrows bugs, so that their stack is printed. */
export function reportError(error: unknown, output: Output): number {
  const { message, exitCode } = explainError(error);
  output.stderr.write(`${message}\n`);
  return exitCode;
}

/** What is wrong with a file, and the exit code for it. Rethrows bugs. */
export function explainError(error: unknown): { readonly message: string; readonly exitCode: number } {
  if (error instanceof Failure) {
    return { message: `${error.message} (${error.code})`, exitCode: exitCodeOf(error.code) };
  }
  if (error instanceof FileError) {
    return { message: error.message, exitCode: error.action === 'read' ? exitCodes.noFile : exitCodes.notEncoded };
  }
  if (isSystemError(error) && error.path !== undefined) {
    return explainError(new FileError('read', error.path, error.code));
  }
  throw error;
}

function exitCodeOf(code: FailureCode): number {
  const kind = code.slice(code.indexOf('/') + 1);
  if (kind === 'unreadable') return exitCodes.unreadable;
  if (kind === 'too-large' || kind === 'unsafe') return exitCodes.refused;
  if (unplayable.includes(kind)) return exitCodes.unplayable;
  if (code === 'together/count') return exitCodes.usage;
  if (code.startsWith('together/')) return exitCodes.unplayable;
  if (kind === 'options-invalid' || kind === 'empty-clip') return exitCodes.usage;
  if (code.startsWith('video/')) return exitCodes.notEncoded;
  return exitCodes.noFile;
}
