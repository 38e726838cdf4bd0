import type { Config } from '../../config.ts';
import type { Log } from '../../log.ts';
import type { Beatmaps } from '../beatmaps/index.ts';
import type { CheckResult, Jobs, Queue } from '../jobs/index.ts';
import type { Storage } from '../storage/index.ts';
import type { SkinCache } from './assets/skin-cache.ts';
import type { Compare } from './check/compare-process.ts';
import type { Render } from './process/render-process.ts';
import type { Complete } from './reporting/completion-report.ts';
import type { OpenSegmentLog, SegmentClaims } from './segment/segment-claims.ts';

/** What every attempt needs. */
interface Runner {
  /** Reports the end of a job: a direct call inside the service's process, a completion report elsewhere. */
  readonly complete: Complete;
  readonly beatmaps: Pick<Beatmaps, 'find'>;
  readonly skins: SkinCache;
  readonly render: Render;
  /** Changes whenever a render of the same input may come out differently. */
  readonly rendererVersion: string;
  readonly encoding: Config['encoding'];
  /** Returns an unused path for the files of one attempt. */
  readonly newFolder: () => string;
  readonly log: Log;
}

/** Everything that an attempt at a job, a check or a remake needs. */
export interface JobRunner extends Runner {
  readonly jobs: Jobs;
  readonly queue: Pick<Queue, 'splitJob' | 'countFreeSlots' | 'checks'>;
  readonly storage: Storage;
  /** Compares the segments of lent workers with those that are rendered here. */
  readonly compare: Compare;
  /** Called with the result of each check; `dropped`: the segment could not be compared. */
  readonly onCheck?: (result: CheckResult | 'dropped') => void;
  /** The maximum length of a segment that a worker renders; null: the default; 0: no job is split. */
  readonly segmentSeconds: number | null;
}

/** Everything that an attempt at a segment needs, whether the worker has access to the database or is lent. */
export interface SegmentRunner extends Runner {
  readonly segments: SegmentClaims;
  readonly openLog: OpenSegmentLog;
  readonly storage: Pick<Storage, 'get' | 'putFile' | 'delete'>;
}
