import { listStoredSkins } from '../../service/skins/index.ts';
import { runCommand, UsageError } from '../args/run-command.ts';
import { createPrint, type Output, type Print } from '../output/output.ts';
import { formatBytes, formatTable, formatTime } from '../output/table.ts';
import { forEachNamed, withInstallation } from '../wiring/with-installation.ts';

const name = 'skins';
const help = `bin/reprise skins list [--json]      lists the uploaded skins
bin/reprise skins remove NAME…       removes skins; their names become available again

Works whether the service is running or not. The built-in skin is not listed and cannot be removed.
`;

const options = { json: { type: 'boolean', default: false } } as const;

export function run(args: readonly string[], output: Output = process): Promise<number> {
  return runCommand(args, { name, help, options, output }, ({ values: { json }, positionals: [action, ...names] }) => {
    const print = createPrint(output, json);
    if (action === 'list' && names.length === 0) return listSkins(print);
    if (action === 'remove' && names.length > 0) return removeSkins(names, output, print);
    throw new UsageError('Say "list", or "remove" and the names of skins.');
  });
}

function listSkins(print: Print): Promise<number> {
  return withInstallation(async (installation) => {
    const skins = await listStoredSkins(installation);
    const rows = skins.map(({ name, sizeBytes, storedAt, client }) => [
      name,
      formatBytes(sizeBytes),
      formatTime(storedAt),
      client ?? 'operator',
    ]);
    const value = skins.map(({ name, sizeBytes, storedAt, client }) => ({
      name,
      bytes: sizeBytes,
      stored_at: storedAt.toISOString(),
      client,
    }));
    print(formatTable(['skin', 'size', 'stored', 'client'], rows), value);
    return 0;
  });
}

function removeSkins(names: readonly string[], output: Output, print: Print): Promise<number> {
  return forEachNamed(names, output, async ({ operator }, name) => {
    await operator.removeSkin(name);
    print(`Removed ${name}.\n`, { name, result: 'removed' });
  });
}
