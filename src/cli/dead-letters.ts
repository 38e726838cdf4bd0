import { parseJobId } from '../contract/index.ts';
import { failures } from '../failure.ts';
import {
  type DeadLetter,
  dropDeadLetters,
  listDeadLetters,
  reviveDeadLetters,
  startQueue,
} from '../service/jobs/index.ts';
import { withInstallation } from './administration.ts';
import { runCommand, UsageError } from './command.ts';
import type { Output } from './output.ts';
import { plain, tableOf, timeText } from './table.ts';

const help = `bin/reprise dead-letters [list] [--json]
bin/reprise dead-letters retry JOB…|--all    puts them back into the queue
bin/reprise dead-letters drop JOB…|--all     fails their jobs and forgets them

Jobs end up here when the queue has given them up without an end of their own.
`;

const options = { json: { type: 'boolean', default: false }, all: { type: 'boolean', default: false } } as const;
const actions = ['list', 'retry', 'drop'];

export function run(args: readonly string[], out: Output = process): Promise<number> {
  return runCommand(
    args,
    { help, options, out },
    ({ values: { json, all }, positionals: [action = 'list', ...ids] }) => {
      if (!actions.includes(action)) throw new UsageError(`There is no "dead-letters ${action}".`);
      if (action !== 'list' && all === ids.length > 0) throw new UsageError('Which jobs? Name them, or say --all.');

      return withInstallation(async ({ database, jobs, log, running }) => {
        const { boss, stop } = await startQueue({ database, log });
        running.add('queue', stop);
        const letters = await listDeadLetters(boss);
        if (action === 'list') {
          const rows = await Promise.all(
            letters.map(async (letter) => rowOf(letter, (await jobs.get(letter.jobId))?.status)),
          );
          out.stdout.write(
            json ? `${JSON.stringify(letters.map(jsonOf))}\n` : tableOf(['job', 'status', 'since', 'reason'], rows),
          );
          return 0;
        }
        const wanted = new Set(ids.map((id) => parseJobId(id) ?? id));
        const chosen = letters.filter(({ jobId }) => all || wanted.has(jobId));
        if (action === 'retry') {
          await reviveDeadLetters(boss, chosen);
        } else {
          const error = 'The queue has given the job up, and so has an operator.';
          for (const { jobId } of chosen)
            await jobs.complete(jobId, { success: false, code: 'render/worker-lost', error });
          await dropDeadLetters(boss, chosen);
        }
        const result = action === 'retry' ? 'retried' : 'dropped';
        for (const { jobId } of chosen) {
          out.stdout.write(json ? `${JSON.stringify({ job_id: jobId, result })}\n` : `${jobId} is ${result}.\n`);
        }
        const missing = [...wanted].filter((id) => !chosen.some(({ jobId }) => jobId === id));
        for (const id of missing) out.stderr.write(`${plain(id)}: ${failures['job/not-found'].message}\n`);
        return missing.length > 0 ? 1 : 0;
      });
    },
  );
}

function rowOf({ jobId, at, reason }: DeadLetter, status = 'unknown'): string[] {
  return [jobId, status, timeText(at), reason ?? '-'];
}

function jsonOf({ jobId, at, reason }: DeadLetter) {
  return { job_id: jobId, since: at.toISOString(), reason };
}
