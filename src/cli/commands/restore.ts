import { checkBackup, restoreBackup } from '../../service/backup/index.ts';
import { requeueRestoredJobs } from '../../service/jobs/index.ts';
import { runCommand, UsageError } from '../args/run-command.ts';
import { createPrint, type Output } from '../output/output.ts';
import { formatBytes } from '../output/table.ts';
import { withInstallation } from '../wiring/with-installation.ts';

const name = 'restore';
const help = `bin/reprise restore FILE.tar [--json]      restores into the empty installation of DATA_DIR or DATABASE_URL
bin/reprise restore FILE.tar --check       reads the whole file and prints what it contains

The service must not be running. Jobs that were in progress are queued again.
`;

const options = { check: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } } as const;

export function run(args: readonly string[], output: Output = process): Promise<number> {
  return runCommand(args, { name, help, options, output }, async ({ values: { check, json }, positionals }) => {
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) throw new UsageError('Name exactly one backup.');
    const { rows, objects, objectBytes } = await (check ? checkBackup(file) : restore(file));
    const contents = `${rows} rows and ${objects} files (${formatBytes(objectBytes)})`;
    const text = check ? `${file} is complete: ${contents}.\n` : `Restored ${contents}.\n`;
    createPrint(output, json)(text, { file, rows, files: objects, bytes: objectBytes });
    return 0;
  });
}

async function restore(path: string) {
  await checkBackup(path);
  return withInstallation(
    ({ database, storage }) => restoreBackup({ database, storage, path, afterRows: requeueRestoredJobs }),
    { access: 'restore' },
  );
}
