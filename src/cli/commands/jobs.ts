import { jobStatuses, parseJobId } from '../../contract/index.ts';
import { Failure } from '../../failure.ts';
import { type Job, places } from '../../service/jobs/index.ts';
import { parseCount } from '../args/count.ts';
import { runCommand, UsageError } from '../args/run-command.ts';
import { createPrint, type Output, type Print } from '../output/output.ts';
import { formatBytes, formatFields, formatTable, formatTime, stripControlCharacters } from '../output/table.ts';
import { forEachNamed, type OperatedInstallation, withInstallation } from '../wiring/with-installation.ts';

const name = 'jobs';
const help = `bin/reprise jobs list [--status STATUS] [--client CLIENT] [--limit 20] [--offset 0] [--json]
bin/reprise jobs show ID [--json]
bin/reprise jobs cancel ID…
bin/reprise jobs move ID… --to first|last
bin/reprise jobs retry ID…
bin/reprise jobs purge ID…
bin/reprise jobs purge --older-than DAYS
bin/reprise jobs delete ID…

  list     lists jobs, newest first, with client and size
  show     shows one job, with its internal error message
  cancel   cancels jobs that have not ended
  move     puts waiting jobs before or after all others
  retry    submits the replays of failed jobs again, as new jobs
  purge    removes all files of jobs that have ended, replays included; the jobs stay in the list
  delete   removes jobs that have ended from the list, with all their files

Works whether the service is running or not.
`;

const options = {
  status: { type: 'string' },
  client: { type: 'string' },
  limit: { type: 'string', default: '20' },
  offset: { type: 'string', default: '0' },
  'older-than': { type: 'string' },
  to: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** Of jobs in the list. */
const countRange = { min: 0, max: 999_999_999 };
/** As RETENTION_DAYS. PostgreSQL refuses dates that are much earlier. */
const daysRange = { min: 0, max: 36_500 };

export function run(args: readonly string[], output: Output = process): Promise<number> {
  return runCommand(args, { name, help, options, output }, ({ values, positionals: [action, ...ids] }) => {
    const { json, 'older-than': days } = values;
    const print = createPrint(output, json);

    switch (action) {
      case 'list': {
        const status = jobStatuses.find((known) => known === values.status);
        if (values.status !== undefined && status === undefined) {
          throw new UsageError(`--status must be one of ${jobStatuses.join(', ')}.`);
        }
        const limit = parseCount(values.limit, '--limit', countRange);
        const offset = parseCount(values.offset, '--offset', countRange);
        return withInstallation(async ({ jobs }) => {
          const page = await jobs.list({ status: status && [status], client: values.client, limit, offset });
          print(listText(page.jobs, page.total), { total: page.total, jobs: page.jobs.map(jsonOf) });
          return 0;
        });
      }
      case 'show': {
        const [id, ...others] = ids;
        if (id === undefined || others.length > 0) throw new UsageError('Name exactly one job.');
        return withInstallation(async (installation) => {
          const job = await getJob(installation, id);
          print(formatFields(jsonOf(job)), jsonOf(job));
          return 0;
        });
      }
      case 'cancel':
        return forEachJob(ids, output, async ({ operator }, job) => {
          await operator.cancelJob(job);
          print(`Cancelled ${job.id}.\n`, { job_id: job.id, result: 'cancelled' });
        });
      case 'retry':
        return forEachJob(ids, output, async ({ operator }, job) => {
          const { id } = await operator.retryJob(job);
          print(`Retrying ${job.id} as ${id}.\n`, { job_id: job.id, result: 'retried', new_job_id: id });
        });
      case 'move': {
        const place = places.find((known) => known === values.to);
        if (place === undefined) throw new UsageError(`--to must be one of ${places.join(', ')}.`);
        return forEachJob(ids, output, async ({ operator }, job) => {
          await operator.moveJob(job, place);
          print(`Moved ${job.id}: ${place}.\n`, { job_id: job.id, result: 'moved', to: place });
        });
      }
      case 'purge':
        if (days !== undefined && ids.length > 0) throw new UsageError('Name jobs or an age, not both.');
        if (days !== undefined) return purgeOlderThan(parseCount(days, '--older-than', daysRange), print);
        return forEachJob(ids, output, async ({ operator }, job) => {
          const { bytes } = await operator.purgeJob(job);
          print(`Purged ${job.id}: ${formatBytes(bytes)}.\n`, { job_id: job.id, result: 'purged', bytes });
        });
      case 'delete':
        return forEachJob(ids, output, async ({ operator }, job) => {
          const { bytes } = await operator.deleteJob(job);
          print(`Deleted ${job.id}: ${formatBytes(bytes)}.\n`, { job_id: job.id, result: 'deleted', bytes });
        });
      default:
        throw new UsageError(
          action === undefined
            ? 'Say list, show, cancel, move, retry, purge or delete.'
            : `There is no "jobs ${action}".`,
        );
    }
  });
}

function purgeOlderThan(days: number, print: Print): Promise<number> {
  return withInstallation(async ({ operator }) => {
    const { jobs, bytes } = await operator.purgeOlderThan(days);
    print(`Purged ${jobs} jobs: ${formatBytes(bytes)}.\n`, { jobs, bytes });
    return 0;
  });
}

function forEachJob(
  ids: readonly string[],
  output: Output,
  act: (installation: OperatedInstallation, job: Job) => Promise<void>,
): Promise<number> {
  if (ids.length === 0) throw new UsageError('Name at least one job.');
  return forEachNamed(ids, output, async (installation, id) => act(installation, await getJob(installation, id)));
}

async function getJob({ jobs }: OperatedInstallation, text: string): Promise<Job> {
  const id = parseJobId(text);
  const job = id === null ? null : await jobs.get(id);
  if (job === null) throw new Failure('job/not-found', `There is no job ${stripControlCharacters(text)}.`);
  return job;
}

function listText(jobs: readonly Job[], total: number): string {
  const headings = ['job', 'status', 'progress', 'created', 'client', 'size', 'error or map'];
  const rows = jobs.map((job) => [
    job.id,
    job.status,
    `${Math.floor(job.progress)} %`,
    formatTime(job.createdAt),
    job.client,
    job.purgedAt === null ? formatBytes(job.artifactBytes) : 'purged',
    job.error?.code ?? (job.mapTitle || job.replay.player),
  ]);
  return `${formatTable(headings, rows)}${jobs.length} of ${total}\n`;
}

function jsonOf(job: Job) {
  return {
    job_id: job.id,
    status: job.status,
    progress: job.progress,
    client: job.client,
    player: job.replay.player,
    beatmap_md5: job.replay.beatmapMd5,
    map_title: job.mapTitle,
    created_at: job.createdAt.toISOString(),
    updated_at: job.updatedAt.toISOString(),
    error_code: job.error?.code ?? null,
    error_message: job.error?.message ?? null,
    artifact_bytes: job.artifactBytes,
    purged_at: job.purgedAt?.toISOString() ?? null,
    config: job.options,
  };
}
