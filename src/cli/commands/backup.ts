import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readVersion } from '../../program-files.ts';
import { writeBackup } from '../../service/backup/index.ts';
import { runCommand, UsageError } from '../args/run-command.ts';
import { createPrint, type Output } from '../output/output.ts';
import { formatBytes } from '../output/table.ts';
import { withInstallation } from '../wiring/with-installation.ts';

const name = 'backup';
const help = `bin/reprise backup FILE.tar [--files|--no-files] [--json]

Writes the whole database (jobs, skins, keys) to one file, and with --files everything in storage too. By default, stored
files are included unless they are in a bucket. Works whether the service is running or not. Keep the backup safe: it
contains the key that signs the service's links.
`;

const options = { files: { type: 'boolean' }, json: { type: 'boolean', default: false } } as const;

export function run(args: readonly string[], output: Output = process): Promise<number> {
  return runCommand(args, { name, help, options, output }, ({ values, positionals: [file, ...others] }) => {
    if (file === undefined || others.length > 0) throw new UsageError('Name exactly one file to write.');
    if (args.includes('--files') && args.includes('--no-files')) throw new UsageError('Choose --files or --no-files.');
    const path = resolve(file);
    if (existsSync(path)) throw new UsageError(`${file} already exists.`);
    return withInstallation(async ({ database, storage }) => {
      const hasFiles = values.files ?? storage.kind === 'local';
      const request = { database, storage: hasFiles ? storage : null, path, version: readVersion() };
      const { rows, objects, bytes } = await writeBackup(request);
      const files = hasFiles ? `${objects} files` : 'no stored files';
      const text = `${file}: ${rows} rows, ${files}, ${formatBytes(bytes)}.\n`;
      createPrint(output, values.json)(text, { file: path, rows, files: objects, bytes });
      return 0;
    });
  });
}
