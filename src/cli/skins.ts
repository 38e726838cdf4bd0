import { Failure } from '../failure.ts';
import { listStoredSkins, removeSkin } from '../service/skins/index.ts';
import { withInstallation } from './administration.ts';
import { runCommand, UsageError } from './command.ts';
import type { Output } from './output.ts';
import { bytesText, plain, tableOf, timeText } from './table.ts';

const help = `bin/reprise skins list [--json]
bin/reprise skins remove NAME…       their names are free from then on

Works beside a running service, or without one. The built-in skin is not listed and cannot be removed.
`;

const options = { json: { type: 'boolean', default: false } } as const;

export function run(args: readonly string[], out: Output = process): Promise<number> {
  return runCommand(args, { help, options, out }, ({ values: { json }, positionals: [action, ...names] }) => {
    if (action === 'list' && names.length === 0) {
      return withInstallation(async (installation) => {
        const skins = await listStoredSkins(installation);
        const rows = skins.map(({ name, sizeBytes, storedAt, client }) => [
          name,
          bytesText(sizeBytes),
          timeText(storedAt),
          client ?? 'operator',
        ]);
        const value = skins.map(({ name, sizeBytes, storedAt, client }) => ({
          name,
          bytes: sizeBytes,
          stored_at: storedAt.toISOString(),
          client,
        }));
        out.stdout.write(json ? `${JSON.stringify(value)}\n` : tableOf(['skin', 'size', 'stored', 'client'], rows));
        return 0;
      });
    }
    if (action !== 'remove' || names.length === 0) throw new UsageError('What is to be done?');
    return withInstallation(async (installation) => {
      let code = 0;
      for (const name of names) {
        try {
          await removeSkin(installation, name);
          out.stdout.write(json ? `${JSON.stringify({ name, result: 'removed' })}\n` : `${name} is removed.\n`);
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          out.stderr.write(`${plain(error.message)} (${error.code})\n`);
          code = 1;
        }
      }
      return code;
    });
  });
}
