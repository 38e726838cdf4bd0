import { Failure } from '../../failure.ts';

/** A longer video has a wrong time somewhere, and would fill the disk. */
const defaultMaxSeconds = 3 * 60 * 60;

/** Refuses a video that is longer than the limit. */
export function requireVideoLength(lengthMs: number, maxSeconds = defaultMaxSeconds): void {
  if (lengthMs <= maxSeconds * 1000) return;
  const length = `${Math.ceil(lengthMs / 1000)} s`;
  throw new Failure('video/too-long', `The video would be ${length} long; the limit is ${maxSeconds} s.`);
}
