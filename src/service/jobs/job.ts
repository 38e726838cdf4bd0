import type { Selectable } from 'kysely';
import type { SubmittedSettings } from '../../contract/index.ts';
import { type FailureCode, failures } from '../../failure.ts';
import type { JobStatus, JobsTable } from '../database/index.ts';
import { type JobProgress, type ProgressRow, progressOfRow } from './progress.ts';

/** One render job as every reader sees it. */
export interface Job extends JobProgress {
  /** A UUID with dashes. */
  readonly id: string;
  readonly status: JobStatus;
  /** 0 to 100. */
  readonly progress: number;
  /** The identity its submission was counted under. */
  readonly client: string;
  readonly options: SubmittedSettings;
  readonly replay: ReplaySummary;
  /** Of the set that came with the replay and is stored with it; null: the map is looked for by its MD5. */
  readonly beatmapSha256: Buffer | null;
  /** Empty until the map is known. */
  readonly mapTitle: string;
  /** 0 until the map is known. */
  readonly stars: number;
  readonly pp: number;
  readonly error: JobError | null;
  /** Where the artifacts of a completed job lie in storage; null what it has not got. */
  readonly keys: ArtifactKeys;
  readonly hasAnalytics: boolean;
  /** The size of what it has left in storage; null: not known yet. */
  readonly artifactBytes: number | null;
  /** When its artifacts were given up; null: they were not. */
  readonly purgedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What the replay's header says of the play. */
export interface ReplaySummary {
  readonly beatmapMd5: string;
  readonly player: string;
  readonly n300: number;
  readonly n100: number;
  readonly n50: number;
  readonly misses: number;
  readonly maxCombo: number;
}

export interface JobError {
  /** A word of the failure table, or one that only a newer worker knows. */
  readonly code: string;
  /** The table's fixed sentence, which may always be shown. */
  readonly hint: string;
  /** Free text, which may hold details an operator does not want to show. */
  readonly message: string;
}

export interface ArtifactKeys {
  readonly video: string | null;
  readonly thumbnail: string | null;
  readonly log: string | null;
}

/** Whether a job has analytics, may still get them, or never will. */
export function analyticsOf(job: Job): 'ready' | 'pending' | 'missing' {
  if (job.hasAnalytics) return 'ready';
  return job.status === 'completed' || job.status === 'failed' ? 'missing' : 'pending';
}

/** What a job is made of, for statements that must name it. */
const columns = [
  ...(['id', 'status', 'progress', 'client', 'options'] as const),
  ...(['beatmap_md5', 'beatmap_sha256', 'player', 'n300', 'n100', 'n50', 'misses', 'max_combo'] as const),
  ...(['map_title', 'stars', 'pp', 'error_code', 'error_message'] as const),
  ...(['video_key', 'thumb_key', 'log_key', 'has_analytics', 'artifact_bytes', 'purged_at'] as const),
  ...(['attempts', 'stage', 'frames_per_second', 'seconds_left', 'created_at', 'updated_at'] as const),
] satisfies (keyof JobsTable)[];

export const jobColumns = columns.map((column) => `jobs.${column}` as const);

export type JobRow = Pick<Selectable<JobsTable>, (typeof columns)[number]> & ProgressRow;

export function jobOfRow(row: JobRow): Job {
  return {
    id: row.id,
    status: row.status,
    progress: row.progress,
    client: row.client,
    options: { ...row.options, settings: row.options.settings ?? {} },
    replay: {
      beatmapMd5: row.beatmap_md5,
      player: row.player,
      n300: row.n300,
      n100: row.n100,
      n50: row.n50,
      misses: row.misses,
      maxCombo: row.max_combo,
    },
    beatmapSha256: row.beatmap_sha256,
    mapTitle: row.map_title,
    stars: row.stars,
    pp: row.pp,
    error: errorOfRow(row),
    keys: { video: row.video_key, thumbnail: row.thumb_key, log: row.log_key },
    hasAnalytics: row.has_analytics,
    artifactBytes: row.artifact_bytes,
    purgedAt: row.purged_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...progressOfRow(row),
  };
}

function errorOfRow(row: JobRow): JobError | null {
  if (row.error_code === null) return null;
  const known = row.error_code in failures ? (row.error_code as FailureCode) : 'render/failed';
  return { code: row.error_code, hint: failures[known].message, message: row.error_message ?? '' };
}
