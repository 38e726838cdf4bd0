import type { Kysely } from 'kysely';
import type { Config } from '../../config.ts';
import type { Log } from '../../log.ts';
import type { Beatmaps } from '../beatmaps/index.ts';
import type { Schema } from '../database/index.ts';
import type { Jobs, Queue, TakenEntry } from '../jobs/index.ts';
import type { Storage } from '../storage/index.ts';
import type { InspectSegment } from './inspect/inspect-segment.ts';

/** A segment as a worker names it. */
export type TakenSegment = Pick<TakenEntry, 'id' | 'retryCount'>;

export interface LendingParts {
  readonly db: Kysely<Schema>;
  readonly jobs: Pick<Jobs, 'segments'>;
  readonly queue: () => Promise<Pick<Queue, 'entries' | 'checks'>>;
  readonly storage: Storage;
  readonly beatmaps: Pick<Beatmaps, 'findLocal'>;
  readonly inspect: InspectSegment;
  readonly encoding: Config['encoding'];
  /** Changes whenever a render of the same input may come out differently. */
  readonly rendererVersion: string;
  /** The share of the segments of untrusted workers that is checked. */
  readonly checkShare: number;
  readonly log: Log;
}
