import { openSegmentLog, type SegmentClaim } from '../jobs/index.ts';
import type { LendingParts } from './lending-parts.ts';
import type { LentClaim } from './lent-claims.ts';

/** Adds a line about a segment to the log of its job. */
export async function addLogLine(
  { jobs: { segments }, storage, log }: Pick<LendingParts, 'jobs' | 'storage' | 'log'>,
  claim: LentClaim | SegmentClaim,
  text: string,
): Promise<void> {
  const segmentLog = openSegmentLog({ segments, storage, log }, claim);
  segmentLog.line(`Segment ${claim.number + 1} of ${claim.segmentCount}: ${text}`);
  await segmentLog.settled();
}
