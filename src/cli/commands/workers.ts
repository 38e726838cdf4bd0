import type { LiveWorker } from '../../service/jobs/index.ts';
import { runCommand, UsageError } from '../args/run-command.ts';
import type { Output } from '../output/output.ts';
import { formatTable, formatTime } from '../output/table.ts';
import { withInstallation } from '../wiring/with-installation.ts';

const help = `bin/reprise workers [--json]

Lists the workers whose heartbeats arrive, with the jobs that they render. A service with RENDER_WORKERS above 0 is a worker, too.
`;

const options = { json: { type: 'boolean', default: false } } as const;

export function run(args: readonly string[], output: Output = process): Promise<number> {
  return runCommand(args, { help, options, output }, ({ values: { json }, positionals }) => {
    if (positionals.length > 0 && positionals.join() !== 'list') {
      throw new UsageError(`There is no "workers ${positionals.join(' ')}".`);
    }
    return withInstallation(async ({ jobs }) => {
      const workers = await jobs.listWorkers();
      output.stdout.write(json ? `${JSON.stringify(workers.map(jsonOf))}\n` : listText(workers));
      return 0;
    });
  });
}

function listText(workers: readonly LiveWorker[]): string {
  const headings = ['worker', 'version', 'since', 'slots', 'busy', 'jobs'];
  const rows = workers.map(({ name, version, startedAt, slots, jobIds }) => [
    name || '-',
    version || '-',
    formatTime(startedAt),
    String(slots),
    String(jobIds.length),
    [...new Set(jobIds)].join(' ') || '-',
  ]);
  return formatTable(headings, rows);
}

function jsonOf({ id, name, version, slots, jobIds, startedAt, seenAt }: LiveWorker) {
  return {
    worker_id: id,
    name,
    version,
    slots,
    busy: jobIds.length,
    job_ids: [...new Set(jobIds)],
    started_at: startedAt.toISOString(),
    seen_at: seenAt.toISOString(),
  };
}
