import { randomInt } from 'node:crypto';

/** How a segment compares with the same one rendered by a trusted worker. */
export type CheckResult = 'equal' | 'within-bound' | 'different';

export interface DrawOptions {
  /** The share of an untrusted worker's segments that a trusted one renders again, from 0 to 1: `CHECK_PERCENT`. */
  readonly share: number;
  /** Whether a segment of this worker was drawn before. */
  readonly wasChecked: boolean;
  /** From 0 inclusive to 1 exclusive. */
  readonly random?: () => number;
}

/**
 * Decides whether a finished segment is checked. It is drawn when the segment is stored already, so that the worker cannot know
 * it while it renders. The first one of each worker is always checked, so a machine that encodes differently is found at once.
 */
export function isDrawn({ share, wasChecked, random = unpredictable }: DrawOptions): boolean {
  if (share === 0) return false;
  return !wasChecked || random() < share;
}

/** One difference is enough: the bound leaves room for everything that an honest worker's encoder may do. */
export function suspendsWorker(result: CheckResult): boolean {
  return result === 'different';
}

const unpredictable = () => randomInt(2 ** 32) / 2 ** 32;
