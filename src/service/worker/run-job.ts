import { mkdir, rm } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { artifactKeys } from '../../contract/index.ts';
import type { Log } from '../../log.ts';
import type { Beatmaps } from '../beatmaps/index.ts';
import type { Jobs, Queue } from '../jobs/index.ts';
import type { Storage } from '../storage/index.ts';
import type { Complete } from './callback.ts';
import { watchHold } from './hold-watch.ts';
import { openJobLog } from './job-log.ts';
import { type Attempt, makeArtifacts } from './make-artifacts.ts';
import { afterError, endJob, type Outcome } from './outcome.ts';
import type { Render } from './render-process.ts';
import type { SkinCache } from './skin-cache.ts';

export interface JobRunner {
  readonly jobs: Jobs;
  readonly queue: Pick<Queue, 'shareOut' | 'freeSlots'>;
  /** How a render ended: a direct call inside the service's process, the callback elsewhere. */
  readonly complete: Complete;
  readonly storage: Storage;
  readonly beatmaps: Beatmaps;
  readonly skins: SkinCache;
  readonly render: Render;
  /** Another one whenever a render of the same may come out differently. */
  readonly rendererVersion: string;
  readonly encoding: Config['encoding'];
  /** How long the parts are that workers share a job in, at most; null: as long as pays; 0: no job is shared out. */
  readonly segmentSeconds: number | null;
  /** A path nobody uses yet, for the files of one attempt. */
  readonly newFolder: () => string;
  readonly log: Log;
}

/** One attempt at a job, from claim to end. */
export async function runJob(
  runner: JobRunner,
  { jobId, queueEntry }: { jobId: string; queueEntry: string },
  signal: AbortSignal,
): Promise<Outcome> {
  const { jobs, storage, newFolder, log } = runner;
  const claim = await jobs.claim(jobId, queueEntry);
  if (claim === null) {
    await clearUp(runner, jobId);
    return { result: 'lost', againAfterSeconds: null };
  }
  const { attempt, sharings } = claim;
  log.info({ jobId, attempt }, 'a job was claimed');
  const logKey = artifactKeys.log(jobId);
  const jobLog = await openJobLog({ storage, key: logKey, append: attempt > 1 || sharings > 0 });
  const folder = newFolder();
  const hold = watchHold(() => jobs.isHeld(claim));
  const work: Attempt = {
    ...{ claim, jobLog, folder, stopping: signal, signal: AbortSignal.any([signal, hold.lost]) },
    isHeld: () => jobs.isHeld(claim),
    handBack: (why) => jobs.handBack(claim, why),
    writeEnd: (line) => jobLog.close(line),
    async onLost() {
      // The log is another attempt's as well, unless nobody has the job any more, nor will have its entry to clear up.
      if (sharings === 0 && (await jobs.get(jobId))?.error?.code === 'job/cancelled') await jobLog.close('Cancelled.');
    },
  };
  try {
    await mkdir(folder);
    const made = await makeArtifacts(runner, work);
    if (made === 'shared-out') return { result: 'shared-out', againAfterSeconds: null };
    await jobLog.close('Completed.');
    const keys = { videoKey: artifactKeys.video(jobId), thumbKey: artifactKeys.thumbnail(jobId), logKey };
    const outcome = await endJob(runner, work, { success: true, ...keys, pp: made.pp });
    if (sharings > 0) await jobs.clearSegments(jobId, storage);
    return outcome;
  } catch (error) {
    return await afterError(runner, work, { error, logKey });
  } finally {
    hold.stop();
    jobLog.leave();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The entry of a job comes after those of its parts: nobody is at them any more. */
async function clearUp({ jobs, storage }: JobRunner, jobId: string): Promise<void> {
  if (!(await jobs.clearSegments(jobId, storage))) return;
  if ((await jobs.get(jobId))?.error?.code !== 'job/cancelled') return;
  const jobLog = await openJobLog({ storage, key: artifactKeys.log(jobId), append: true });
  await jobLog.close('Cancelled.');
}
