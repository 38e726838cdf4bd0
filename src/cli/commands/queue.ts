import type { Pause } from '../../service/jobs/index.ts';
import { runCommand, UsageError } from '../args/run-command.ts';
import { createPrint, type Output } from '../output/output.ts';
import { formatTime, stripControlCharacters } from '../output/table.ts';
import { withInstallation } from '../wiring/with-installation.ts';

const name = 'queue';
const help = `bin/reprise queue [--json]                  says whether the queue is paused
bin/reprise queue pause [--reason TEXT]     starts no job until it is resumed; replays are accepted, and jobs in progress go on
bin/reprise queue resume                    starts jobs again

A pause applies to all workers at once and lasts until the queue is resumed.
`;

const options = { json: { type: 'boolean', default: false }, reason: { type: 'string', default: '' } } as const;
const maxReasonLength = 500;

export function run(args: readonly string[], output: Output = process): Promise<number> {
  return runCommand(args, { name, help, options, output }, ({ values: { json, reason }, positionals }) => {
    const [action = 'show', ...others] = positionals;
    if (!['show', 'pause', 'resume'].includes(action) || others.length > 0)
      throw new UsageError('The action must be pause or resume.');
    if (reason.length > maxReasonLength) throw new UsageError(`--reason has at most ${maxReasonLength} characters.`);
    return withInstallation(async ({ jobs, operator }) => {
      if (action === 'pause') await operator.pauseQueue(reason.trim());
      if (action === 'resume') await operator.resumeQueue();
      const pause = await jobs.pause.get();
      createPrint(output, json)(`${textOf(pause)}\n`, jsonOf(pause));
      return 0;
    });
  });
}

function textOf(pause: Pause | null): string {
  if (pause === null) return 'The queue is not paused.';
  return `The queue has been paused since ${formatTime(pause.since)}. ${stripControlCharacters(pause.reason)}`.trimEnd();
}

function jsonOf(pause: Pause | null) {
  return { paused: pause && { reason: pause.reason, since: pause.since.toISOString() } };
}
