import { jobStatuses, parseJobId } from '../contract/index.ts';
import { Failure } from '../failure.ts';
import { enforceRetention, type Job, purgeJobs } from '../service/jobs/index.ts';
import { type Installation, withInstallation } from './administration.ts';
import { runCommand, UsageError } from './command.ts';
import type { Output } from './output.ts';
import { bytesText, plain, tableOf, timeText } from './table.ts';

const help = `bin/reprise jobs list [--status STATUS] [--limit 20] [--offset 0] [--json]
bin/reprise jobs show ID [--json]
bin/reprise jobs cancel ID…          ends jobs that have not ended
bin/reprise jobs retry ID…           new jobs of the replays of failed ones
bin/reprise jobs purge ID…           removes video, thumbnail, log and analytics of jobs that have ended
bin/reprise jobs purge --older-than DAYS

Works beside a running service, or without one.
`;

const options = {
  status: { type: 'string' },
  limit: { type: 'string', default: '20' },
  offset: { type: 'string', default: '0' },
  'older-than': { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

export function run(args: readonly string[], out: Output = process): Promise<number> {
  return runCommand(args, { help, options, out }, ({ values, positionals: [action, ...ids] }) => {
    const { json, 'older-than': days } = values;
    const print = (human: string, value: unknown) => out.stdout.write(json ? `${JSON.stringify(value)}\n` : human);

    switch (action) {
      case 'list': {
        const status = jobStatuses.find((known) => known === values.status);
        if (values.status !== undefined && status === undefined) {
          throw new UsageError(`--status must be one of ${jobStatuses.join(', ')}.`);
        }
        const page = { status, limit: numberOf(values.limit, '--limit'), offset: numberOf(values.offset, '--offset') };
        return withInstallation(async ({ jobs }) => {
          const found = await jobs.list(page);
          print(listText(found.jobs, found.total), { total: found.total, jobs: found.jobs.map(jsonOf) });
          return 0;
        });
      }
      case 'show': {
        const [text, ...more] = ids;
        if (text === undefined || more.length > 0) throw new UsageError('Which job?');
        return withInstallation(async (installation) => {
          const job = await known(installation, text);
          print(showText(job), jsonOf(job));
          return 0;
        });
      }
      case 'cancel':
        return each(ids, out, async ({ jobs }, job) => {
          await jobs.cancel(job, 'operator');
          print(`${job.id} is cancelled.\n`, { job_id: job.id, result: 'cancelled' });
        });
      case 'retry':
        return each(ids, out, async ({ jobs, storage }, job) => {
          const { id } = await jobs.retry(job, { asker: 'operator', storage });
          print(`${job.id} is tried again as ${id}.\n`, { job_id: job.id, result: 'retried', new_job_id: id });
        });
      case 'purge':
        if (days !== undefined) return purgeOlder(numberOf(days, '--older-than'));
        return each(ids, out, async ({ database, storage }, job) => {
          if (job.status !== 'completed' && job.status !== 'failed') {
            throw new Failure('job/unfinished', `It is ${job.status}; cancel it first.`);
          }
          const { bytes } = await purgeJobs(database.db, storage, [job.id]);
          print(`${job.id} is purged: ${bytesText(bytes)}.\n`, { job_id: job.id, result: 'purged', bytes });
        });
      default:
        throw new UsageError(action === undefined ? 'What is to be done?' : `There is no "jobs ${action}".`);
    }

    function purgeOlder(limit: number): Promise<number> {
      if (ids.length > 0) throw new UsageError('Either jobs or an age.');
      return withInstallation(async ({ database, storage }) => {
        const policy = { days: limit, maxStorageBytes: null };
        const report = await enforceRetention({ db: database.db, storage, policy });
        if (report === null) throw new Failure('installation/in-use', 'Another process is purging at this moment.');
        const { age } = report;
        print(`${age.jobs} jobs are purged: ${bytesText(age.bytes)}.\n`, { jobs: age.jobs, bytes: age.bytes });
        return 0;
      });
    }
  });
}

/** One after another; what cannot be done to one is told, and the others go on. */
function each(
  ids: readonly string[],
  out: Output,
  act: (installation: Installation, job: Job) => Promise<void>,
): Promise<number> {
  if (ids.length === 0) throw new UsageError('Which jobs?');
  return withInstallation(async (installation) => {
    let code = 0;
    for (const id of ids) {
      try {
        await act(installation, await known(installation, id));
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        out.stderr.write(`${plain(id)}: ${error.message} (${error.code})\n`);
        code = 1;
      }
    }
    return code;
  });
}

async function known({ jobs }: Installation, text: string): Promise<Job> {
  const id = parseJobId(text);
  const job = id === null ? null : await jobs.get(id);
  if (job === null) throw new Failure('job/not-found', `There is no job ${plain(text)}.`);
  return job;
}

function numberOf(text: string, option: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`${option} must be a whole number.`);
  return Number(text);
}

function listText(jobs: readonly Job[], total: number): string {
  const rows = jobs.map((job) => [
    job.id,
    job.status,
    `${Math.floor(job.progress)} %`,
    timeText(job.createdAt),
    job.client,
    job.purgedAt === null ? bytesText(job.artifactBytes) : 'purged',
    job.error?.code ?? (job.mapTitle || job.replay.player),
  ]);
  return `${tableOf(['job', 'status', 'progress', 'created', 'client', 'size', 'error or map'], rows)}${jobs.length} of ${total}\n`;
}

function showText(job: Job): string {
  const lines = Object.entries(jsonOf(job)).map(([name, value]) => {
    const text = value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value ?? '-');
    return `${name.padEnd(16)} ${plain(text)}\n`;
  });
  return lines.join('');
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
