import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure } from '../failure.ts';
import { writeBackup } from '../service/backup/index.ts';
import { withInstallation } from './administration.ts';
import { runCommand, UsageError } from './command.ts';
import type { Output } from './output.ts';
import { bytesText } from './table.ts';
import { readVersion } from './version.ts';

const help = `bin/reprise backup FILE.tar [--files|--no-files] [--json]

Writes all jobs, skins and keys of the database, and with --files everything in storage, into one file. Files are in it
unless they lie in a bucket. Works beside a running service. Keep it safe: the key of the service's links is in it.
`;

const options = { files: { type: 'boolean' }, json: { type: 'boolean', default: false } } as const;

export function run(args: readonly string[], out: Output = process): Promise<number> {
  return runCommand(args, { help, options, out }, ({ values, positionals: [file, ...more] }) => {
    if (file === undefined || more.length > 0) throw new UsageError('Into which file?');
    const path = resolve(file);
    if (existsSync(path)) throw new UsageError(`${file} is there already.`);
    return withInstallation(async ({ database, storage }) => {
      const hasFiles = values.files ?? storage.kind === 'local';
      const options = { database, storage: hasFiles ? storage : null, path, version: readVersion() };
      const { rows, objects, bytes } = await writeBackup(options).catch((error: unknown) => {
        throw asFailure(error, file);
      });
      const human = `${file}: ${rows} rows, ${hasFiles ? `${objects} files` : 'without the files of the storage'}, ${bytesText(bytes)}.\n`;
      out.stdout.write(values.json ? `${JSON.stringify({ file: path, rows, files: objects, bytes })}\n` : human);
      return 0;
    });
  });
}

/** What the disk of the backup says is for the operator to act on. */
function asFailure(error: unknown, file: string): unknown {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return error;
  return new Failure('storage/unavailable', `${file} cannot be written (${error.code}).`, { cause: error });
}
