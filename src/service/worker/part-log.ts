import { setTimeout as sleep } from 'node:timers/promises';
import { artifactKeys } from '../../contract/index.ts';
import type { SegmentClaim } from '../jobs/index.ts';
import { addLine } from './job-log.ts';
import type { JobRunner } from './run-job.ts';

/** The log of a job while its parts are made. */
export interface PartLog {
  line(text: string): void;
  /** Resolves when every line is stored, or could not be. */
  settled(): Promise<void>;
}

const tryEveryMs = 200;
const mostTries = 50;

/**
 * Workers at other parts write to the same log, so every line is added in its turn. A worker is done with its lines before
 * it lets go of the part's entry in the queue: nobody writes here any more once the job's own entry is taken.
 */
export function openPartLog(
  { jobs, storage, log }: Pick<JobRunner, 'jobs' | 'storage' | 'log'>,
  claim: SegmentClaim,
): PartLog {
  const jobId = claim.job.id;
  const key = artifactKeys.log(jobId);
  let writing: Promise<unknown> = Promise.resolve();

  async function write(text: string): Promise<void> {
    for (let tries = 0; tries < mostTries; tries++) {
      if (await jobs.segments.inTurn(claim, () => addLine(storage, key, text))) return;
      await sleep(tryEveryMs);
    }
    throw new Error('Others were writing all the time.');
  }

  return {
    line(text) {
      writing = writing
        .then(() => write(text))
        // A render is worth more than a line about it.
        .catch((err) => log.debug({ jobId, err }, 'a line could not be added to the log of a job'));
    },
    async settled() {
      await writing;
    },
  };
}
