import type { FailureCode } from '../../failure.ts';

/** What happened, and what to do next. */
export type FailureText = readonly [says: string, next: string];

/** The failures a person can meet on the page, in words; each language has them all. */
export type FailureWords = Readonly<
  Record<
    | 'page/unreachable'
    | 'page/unreadable-answer'
    | Extract<
        FailureCode,
        | `replay/${string}`
        | `limit/${'rate' | 'active-jobs' | 'at-capacity' | 'queue-full'}`
        | `beatmap/${'not-found' | 'unavailable' | 'too-large' | 'unreadable' | 'wrong-mode'}`
        | `job/${'not-found' | 'cancelled'}`
        | `render/${'failed' | 'out-of-memory' | 'stalled' | 'timed-out'}`
        | `storage/${'full' | 'unavailable'}`
        | 'skin/not-found'
        | 'database/unavailable'
        | 'upload/failed'
        | 'service/internal'
      >,
    FailureText
  >
>;
