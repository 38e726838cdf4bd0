import type { Generated, JSONColumnType } from 'kysely';

/** The tables of migrations/, as the query builder sees them. The queue's own tables live in their own schema. */
export interface Schema {
  jobs: JobsTable;
  job_totals: JobTotalsTable;
  job_events: JobEventsTable;
  outbox: OutboxTable;
  nonces: NoncesTable;
  secrets: SecretsTable;
  skins: SkinsTable;
  segments: SegmentsTable;
  workers: WorkersTable;
  leases: LeasesTable;
}

export type JobStatus = 'queued' | 'downloading' | 'rendering' | 'completed' | 'failed';

/** What is being done while a job is rendering. */
export type RenderStage = 'preparing' | 'rendering' | 'finishing' | 'storing';

export interface JobsTable {
  id: string;
  status: Generated<JobStatus>;
  progress: Generated<number>;
  client: string;
  options: JSONColumnType<RenderOptions>;
  beatmap_md5: string;
  beatmap_sha256: Buffer | null;
  player: string;
  n300: number;
  n100: number;
  n50: number;
  misses: number;
  max_combo: number;
  map_title: Generated<string>;
  stars: Generated<number>;
  pp: Generated<number>;
  attempts: Generated<number>;
  render_errors: Generated<number>;
  outages: Generated<number>;
  queue_entry: Generated<string | null>;
  shared_out: Generated<boolean>;
  sharings: Generated<number>;
  error_code: string | null;
  error_message: string | null;
  video_key: string | null;
  thumb_key: string | null;
  log_key: string | null;
  has_analytics: Generated<boolean>;
  stage: RenderStage | null;
  frames_per_second: number | null;
  seconds_left: number | null;
  fingerprint: Buffer | null;
  artifact_bytes: number | null;
  purged_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** What a client may choose about a render, under the names and in the ranges of the form it is sent with. */
export interface RenderOptions {
  readonly skin: string;
  readonly resolution: '1080p' | '4k';
  /** 0 to 1. */
  readonly bg_dim: number;
  readonly motion_blur: boolean;
  readonly storyboard: boolean;
  readonly video: boolean;
  readonly snaking_in: boolean;
  readonly snaking_out: boolean;
  readonly hit_error_meter: boolean;
  readonly key_overlay: boolean;
  /** Those of the table in contract/ that were asked for; absent in jobs from before there were any. */
  readonly settings?: Readonly<Record<string, boolean | number | string | null>>;
}

export interface JobTotalsTable {
  status: JobStatus;
  total: number;
}

export interface JobEventsTable {
  id: Generated<number>;
  job_id: string;
  status: JobStatus;
  attempt: number;
  error_code: string | null;
  at: Generated<Date>;
}

export interface OutboxTable {
  id: Generated<number>;
  job_id: string;
  event: string;
  payload: JSONColumnType<{ readonly job_id: string }>;
  created_at: Generated<Date>;
  held_until: Date | null;
}

export interface NoncesTable {
  digest: Buffer;
  seen_at: Generated<Date>;
}

export interface SecretsTable {
  name: string;
  value: Buffer;
  created_at: Generated<Date>;
}

export interface SkinsTable {
  name: string;
  client: string;
  claimed_at: Generated<Date>;
  sha256: Buffer | null;
  etag: string | null;
}

export interface SegmentsTable {
  job_id: string;
  number: number;
  first_frame: number;
  frames: number;
  queue_entry: string;
  claims: Generated<number>;
  render_errors: Generated<number>;
  outages: Generated<number>;
  frames_done: Generated<number>;
  frames_per_second: number | null;
  done: Generated<boolean>;
}

export interface WorkersTable {
  id: string;
  slots: number;
  seen_at: Generated<Date>;
}

export interface LeasesTable {
  name: string;
  holder: string;
  expires_at: Date;
}
