import { parseJobId } from '../../contract/index.ts';
import { failures } from '../../failure.ts';
import { deadLetterJson } from '../../service/administration/index.ts';
import type { DeadLetter } from '../../service/jobs/index.ts';
import { runCommand, UsageError } from '../args/run-command.ts';
import { createPrint, type Output } from '../output/output.ts';
import { formatTable, formatTime, stripControlCharacters } from '../output/table.ts';
import { withInstallation } from '../wiring/with-installation.ts';

const name = 'dead-letters';
const help = `bin/reprise dead-letters [list] [--json]
bin/reprise dead-letters retry JOB…|--all    puts jobs back into the queue
bin/reprise dead-letters drop JOB…|--all     marks jobs as failed and removes them from the list

Lists the jobs that the queue gave up on before they had completed or failed.
`;

const options = { json: { type: 'boolean', default: false }, all: { type: 'boolean', default: false } } as const;
const actions = ['list', 'retry', 'drop'];

export function run(args: readonly string[], output: Output = process): Promise<number> {
  return runCommand(args, { name, help, options, output }, ({ values: { json, all }, positionals }) => {
    const [action = 'list', ...ids] = positionals;
    const print = createPrint(output, json);
    if (!actions.includes(action)) throw new UsageError(`There is no "dead-letters ${action}".`);
    if (action !== 'list' && all === ids.length > 0) throw new UsageError('Name the jobs, or say --all.');

    return withInstallation(async ({ jobs, administration, operator }) => {
      if (action === 'list') {
        const letters = await administration.listDeadLetters();
        const rows = await Promise.all(
          letters.map(async (letter) => rowOf(letter, (await jobs.get(letter.jobId))?.status)),
        );
        const headings = ['job', 'status', 'since', 'reason'];
        print(formatTable(headings, rows), letters.map(deadLetterJson));
        return 0;
      }
      const requestedIds = new Set(ids.map((id) => parseJobId(id) ?? id));
      const selection = all ? 'all' : [...requestedIds];
      const selected = await (action === 'retry'
        ? operator.retryDeadLetters(selection)
        : operator.dropDeadLetters(selection));
      const result = action === 'retry' ? 'retried' : 'dropped';
      for (const { jobId } of selected) {
        print(`${jobId}: ${result}.\n`, { job_id: jobId, result });
      }
      const missing = [...requestedIds].filter((id) => !selected.some(({ jobId }) => jobId === id));
      for (const id of missing) {
        output.stderr.write(`${stripControlCharacters(id)}: ${failures['job/not-found'].message}\n`);
      }
      return missing.length > 0 ? 1 : 0;
    });
  });
}

function rowOf({ jobId, at, reason }: DeadLetter, status = 'unknown'): string[] {
  return [jobId, status, formatTime(at), reason ?? '-'];
}
