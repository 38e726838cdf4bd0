import { access, constants, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { UsageError } from '../args/run-command.ts';
import { FileError, isSystemError } from './file-error.ts';

/** A file that the command line names. */
export interface NamedFile {
  /** What it is, as in "the replay". */
  readonly what: string;
  readonly path: string;
}

/** A file to write. */
export interface OutputFile extends NamedFile {
  /** The option that names it. */
  readonly option: string;
  /** The extensions that fit its format; by default any. */
  readonly extensions?: readonly string[];
}

/** Refuses files that cannot be written or would replace an input or each other, before any work is done for them. */
export async function checkOutputs(outputs: readonly OutputFile[], inputs: readonly NamedFile[]): Promise<void> {
  const taken = new Map<string, NamedFile>();
  for (const input of inputs) {
    const path = await realpath(input.path).catch(() => null);
    // Whoever reads the inputs reports that one is missing.
    if (path !== null) taken.set(path, input);
  }
  for (const output of outputs) {
    const path = await writablePath(output.path);
    const other = taken.get(path);
    if (other !== undefined) {
      const named = `${other.what} ${JSON.stringify(other.path)}`;
      throw new UsageError(`${output.option} names ${named}. Choose another file.`);
    }
    const { extensions } = output;
    if (extensions !== undefined && !extensions.includes(extname(output.path).toLowerCase())) {
      throw new UsageError(`${output.option} must name a file that ends with ${extensions.join(' or ')}.`);
    }
    taken.set(path, output);
  }
}

/** The real path of a file that can be created or replaced. */
async function writablePath(path: string): Promise<string> {
  try {
    const folder = await realpath(dirname(path));
    if (!(await stat(folder)).isDirectory()) throw new FileError('write', path, 'ENOTDIR');
    await access(folder, constants.W_OK | constants.X_OK);
    const found = await stat(path).catch(() => null);
    if (found === null) return join(folder, basename(path));
    if (found.isDirectory()) throw new FileError('write', path, 'EISDIR');
    // The file is renamed to its name, which would replace a device such as /dev/null.
    if (!found.isFile()) throw new UsageError(`${JSON.stringify(path)} is not a regular file. Choose another file.`);
    return await realpath(path);
  } catch (error) {
    throw isSystemError(error) ? new FileError('write', path, error.code) : error;
  }
}
