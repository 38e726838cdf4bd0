import { setTimeout as sleep } from 'node:timers/promises';
import { artifactKeys } from '../../../contract/index.ts';
import type { Log } from '../../../log.ts';
import type { Storage } from '../../storage/index.ts';
import type { SegmentRef } from '../segments/segment.ts';
import type { Segments } from '../segments/segments.ts';
import { addLine } from './log-lines.ts';

/** The log of a job while workers render its segments. */
export interface SegmentLog {
  line(text: string): void;
  /** Resolves when every line is stored, or could not be stored. */
  settled(): Promise<void>;
}

export interface SegmentLogParts {
  readonly segments: Pick<Segments, 'withLogLease'>;
  readonly storage: Storage;
  readonly log: Log;
}

const retryIntervalMs = 200;
const maxTries = 50;

/**
 * Opens the log of a split job. Several workers write to it, so each line is added under a lease. A worker settles its
 * lines before it releases the segment's queue entry, so none is written after the job's own entry is delivered.
 */
export function openSegmentLog(
  { segments, storage, log }: SegmentLogParts,
  claim: Pick<SegmentRef, 'job'>,
): SegmentLog {
  const jobId = claim.job.id;
  const key = artifactKeys.log(jobId);
  let writing: Promise<unknown> = Promise.resolve();

  async function write(text: string): Promise<void> {
    for (let tries = 0; tries < maxTries; tries++) {
      if (await segments.withLogLease(claim, (signal) => addLine(storage, { key, message: text, signal }))) return;
      await sleep(retryIntervalMs);
    }
    throw new Error(`The log was locked ${maxTries} times in a row.`);
  }

  return {
    line(text) {
      writing = writing
        .then(() => write(text))
        // A missing line does not fail the render.
        .catch((err) => log.debug({ jobId, err }, 'could not add a line to the log of a job'));
    },
    async settled() {
      await writing;
    },
  };
}
