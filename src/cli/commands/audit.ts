import type { AuditEntry } from '../../service/administration/index.ts';
import { parseCount } from '../args/count.ts';
import { runCommand, UsageError } from '../args/run-command.ts';
import { createPrint, type Output } from '../output/output.ts';
import { formatTable, formatTime } from '../output/table.ts';
import { withInstallation } from '../wiring/with-installation.ts';

const name = 'audit';
const help = `bin/reprise audit [--limit 50] [--json]

Lists what operators have done in the page and with commands, newest first. Entries are kept for a year.
`;

const options = { json: { type: 'boolean', default: false }, limit: { type: 'string', default: '50' } } as const;
const maxLimit = 100_000;

export function run(args: readonly string[], output: Output = process): Promise<number> {
  return runCommand(args, { name, help, options, output }, ({ values: { json, limit: text }, positionals }) => {
    if (positionals.length > 0) throw new UsageError('"audit" takes no further words.');
    const limit = parseCount(text, '--limit', { min: 1, max: maxLimit });
    return withInstallation(async ({ administration }) => {
      const entries = await administration.listAudit({ limit });
      createPrint(output, json)(listText(entries), entries.map(jsonOf));
      return 0;
    });
  });
}

function listText(entries: readonly AuditEntry[]): string {
  const rows = entries.map(({ at, actor, client, action, target, details, outcome }) => [
    formatTime(at),
    client === null ? actor : `${actor} ${client}`,
    action,
    target ?? '-',
    outcome ?? 'interrupted',
    Object.keys(details).length === 0 ? '-' : JSON.stringify(details),
  ]);
  return formatTable(['time', 'operator', 'action', 'target', 'outcome', 'details'], rows);
}

function jsonOf({ id, at, actor, client, action, target, details, outcome }: AuditEntry) {
  return { id, at: at.toISOString(), actor, client, action, target, details, outcome };
}
