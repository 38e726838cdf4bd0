import type { Claim } from '../../jobs/index.ts';
import type { ClaimedWork } from '../attempt/claimed-work.ts';
import type { JobLog } from '../reporting/job-log.ts';

/** An attempt at a whole job. */
export interface JobAttempt extends ClaimedWork {
  readonly claim: Claim;
  readonly jobLog: JobLog;
  /** For the files of this attempt. */
  readonly folder: string;
}
