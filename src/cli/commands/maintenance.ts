import type { Maintenance } from '../../service/jobs/index.ts';
import { runCommand, UsageError } from '../args/run-command.ts';
import { createPrint, type Output } from '../output/output.ts';
import { formatTime, stripControlCharacters } from '../output/table.ts';
import { withInstallation } from '../wiring/with-installation.ts';

const name = 'maintenance';
const help = `bin/reprise maintenance [--json]               says whether the service is in maintenance
bin/reprise maintenance on [--message TEXT]    refuses submissions and uploads with 503 and this text; renders go on
bin/reprise maintenance off                    accepts submissions again

Applies to all processes of the service at once, and stays until it is turned off.
`;

const options = {
  json: { type: 'boolean', default: false },
  message: { type: 'string', default: 'Please try again later.' },
} as const;
const maxMessageLength = 500;

export function run(args: readonly string[], output: Output = process): Promise<number> {
  return runCommand(args, { name, help, options, output }, ({ values: { json, message }, positionals }) => {
    const [action = 'show', ...others] = positionals;
    if (!['show', 'on', 'off'].includes(action) || others.length > 0)
      throw new UsageError('The action must be on or off.');
    if (message.trim() === '' || message.length > maxMessageLength) {
      throw new UsageError(`--message must have 1 to ${maxMessageLength} characters.`);
    }
    return withInstallation(async ({ jobs, operator }) => {
      if (action === 'on') await operator.startMaintenance(message);
      if (action === 'off') await operator.endMaintenance();
      const maintenance = await jobs.maintenance.get();
      createPrint(output, json)(`${textOf(maintenance)}\n`, jsonOf(maintenance));
      return 0;
    });
  });
}

function textOf(maintenance: Maintenance | null): string {
  if (maintenance === null) return 'The service accepts submissions.';
  const { message, since } = maintenance;
  return `The service has been in maintenance since ${formatTime(since)}. ${stripControlCharacters(message)}`;
}

function jsonOf(maintenance: Maintenance | null) {
  return { maintenance: maintenance && { message: maintenance.message, since: maintenance.since.toISOString() } };
}
