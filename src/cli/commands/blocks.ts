import { blockJson } from '../../service/administration/index.ts';
import { type Block, blockKinds, type NewBlock, parseClient } from '../../service/jobs/index.ts';
import { parseFutureDate } from '../args/future-date.ts';
import { runCommand, UsageError } from '../args/run-command.ts';
import { createPrint, type Output } from '../output/output.ts';
import { formatTable, formatTime, stripControlCharacters } from '../output/table.ts';
import { forEachNamed, withInstallation } from '../wiring/with-installation.ts';

const name = 'blocks';
const help = `bin/reprise blocks [list] [--json]
bin/reprise blocks add client CLIENT --reason TEXT [--expires DATE]
bin/reprise blocks add player NAME --reason TEXT [--expires DATE]
bin/reprise blocks remove ID…

Refuses what blocked clients submit and upload, and the replays of blocked players, with 403 and the reason. A client is an
address, key:ID or key:ID/USER, as "jobs list" shows it; a key is blocked with all its users.

  --expires DATE   when the block ends: 2027-01-31, which is the start of that day in UTC, or 2027-01-31T12:00:00Z
`;

const options = {
  json: { type: 'boolean', default: false },
  reason: { type: 'string' },
  expires: { type: 'string' },
} as const;
const maxNameLength = 200;
const maxReasonLength = 500;

export function run(args: readonly string[], output: Output = process): Promise<number> {
  return runCommand(args, { name, help, options, output }, ({ values, positionals: [action = 'list', ...rest] }) => {
    const print = createPrint(output, values.json);
    switch (action) {
      case 'list':
        if (rest.length > 0) throw new UsageError('"blocks list" takes no further words.');
        return withInstallation(async ({ jobs }) => {
          const blocks = await jobs.blocks.list();
          print(listText(blocks), blocks.map(blockJson));
          return 0;
        });
      case 'add': {
        const block = parseBlock(rest, values);
        return withInstallation(async ({ operator }) => {
          const added = await operator.addBlock(block);
          print(`Blocked the ${added.kind} ${stripControlCharacters(added.name)} (${added.id}).\n`, blockJson(added));
          return 0;
        });
      }
      case 'remove':
        if (rest.length === 0) throw new UsageError('Name at least one block by its id.');
        return forEachNamed(rest, output, async ({ operator }, id) => {
          const removed = await operator.removeBlock(/^\d{1,15}$/.test(id) ? Number(id) : -1);
          print(`Removed the block of ${stripControlCharacters(removed.name)}.\n`, blockJson(removed));
        });
      default:
        throw new UsageError(`There is no "blocks ${action}".`);
    }
  });
}

function parseBlock(
  words: readonly string[],
  values: { reason?: string | undefined; expires?: string | undefined },
): NewBlock {
  const [kindText, name = '', ...others] = words;
  const kind = blockKinds.find((known) => known === kindText);
  if (kind === undefined || others.length > 0) throw new UsageError('Say "client" or "player", and whom to block.');
  if (name.trim() === '' || name.length > maxNameLength) {
    throw new UsageError(`The ${kind} has 1 to ${maxNameLength} characters.`);
  }
  const reason = values.reason?.trim() ?? '';
  if (reason === '') throw new UsageError('Give the reason with --reason TEXT.');
  if (reason.length > maxReasonLength) throw new UsageError(`--reason has at most ${maxReasonLength} characters.`);
  const expiresAt = values.expires === undefined ? null : parseFutureDate(values.expires, '--expires');
  return { kind, name: kind === 'client' ? requireClient(name) : name.trim(), reason, expiresAt };
}

function requireClient(text: string): string {
  const client = parseClient(text);
  if (client === null) throw new UsageError(`${JSON.stringify(text)} is not an address, key:ID or key:ID/USER.`);
  return client;
}

function listText(blocks: readonly Block[]): string {
  const rows = blocks.map(({ id, kind, name, createdAt, expiresAt, reason }) => [
    String(id),
    kind,
    name,
    formatTime(createdAt),
    expiresAt === null ? 'never' : formatTime(expiresAt),
    reason,
  ]);
  return formatTable(['id', 'kind', 'blocked', 'since', 'expires', 'reason'], rows);
}
