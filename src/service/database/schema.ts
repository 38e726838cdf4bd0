import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Grade, JobStatus, SubmittedSettings } from '../../contract/settings/index.ts';

export type { JobStatus };

/** The tables of migrations/, as the query builder sees them. The queue's own tables live in their own schema. */
export interface Schema {
  jobs: JobsTable;
  job_totals: JobTotalsTable;
  job_events: JobEventsTable;
  job_failures: JobFailuresTable;
  outbox: OutboxTable;
  nonces: NoncesTable;
  secrets: SecretsTable;
  skins: SkinsTable;
  skin_details: SkinDetailsTable;
  uploaded_sets: UploadedSetsTable;
  segments: SegmentsTable;
  workers: WorkersTable;
  lent_workers: LentWorkersTable;
  lent_segments: LentSegmentsTable;
  remakes: RemakesTable;
  leases: LeasesTable;
  maintenance: MaintenanceTable;
  keys: KeysTable;
  marked_requests: MarkedRequestsTable;
  queue_clock: QueueClockTable;
  callbacks: CallbacksTable;
  audit: AuditTable;
  blocks: BlocksTable;
}

/** The stage of a job whose status is rendering. */
export type RenderStage = 'preparing' | 'rendering' | 'finishing' | 'storing';

export interface JobsTable {
  id: string;
  status: Generated<JobStatus>;
  progress: Generated<number>;
  client: string;
  options: JSONColumnType<StoredSettings>;
  beatmap_md5: string;
  beatmap_sha256: Buffer | null;
  beatmap_set_id: string | null;
  beatmap_id: number | null;
  replay_sha256: Buffer | null;
  replay_md5: Buffer | null;
  player: string;
  n300: number;
  n100: number;
  n50: number;
  misses: number;
  max_combo: number;
  mods: string[] | null;
  clock_rate: number | null;
  grade: string | null;
  accuracy: number | null;
  score: number | null;
  played_at: Date | null;
  game_client: 'stable' | 'lazer' | null;
  other_players: JSONColumnType<StoredPlayer[] | null, string | null, never>;
  length_seconds: number | null;
  map_title: Generated<string>;
  map_title_unicode: Generated<string>;
  stars: Generated<number>;
  pp: Generated<number>;
  attempts: Generated<number>;
  render_errors: Generated<number>;
  outages: Generated<number>;
  queue_entry: Generated<string | null>;
  /** The job is split and waits for its segments. */
  shared_out: Generated<boolean>;
  /** How often it was split. */
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
  key_id: string | null;
  retry_of: string | null;
  turn: Generated<number>;
  turn_given_at: Generated<Date>;
  cost: Generated<number>;
  overtakable_until: number | null;
  callback_url: string | null;
  metadata: ColumnType<unknown, string | null | undefined, string | null>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** The player of one of the further replays of a job. */
export interface StoredPlayer {
  readonly player: string;
  readonly mods: readonly string[];
  readonly speed: number;
  readonly grade: Grade | null;
  readonly accuracy: number | null;
  readonly score: number;
  /** ISO 8601. */
  readonly playedAt: string | null;
  readonly gameClient: 'stable' | 'lazer';
}

/** Jobs from before the form field `settings` existed are stored without it. */
type StoredSettings = Omit<SubmittedSettings, 'settings'> & Partial<Pick<SubmittedSettings, 'settings'>>;

interface JobTotalsTable {
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

interface JobFailuresTable {
  code: string;
  total: number;
}

interface OutboxTable {
  id: Generated<number>;
  job_id: string;
  event: string;
  payload: JSONColumnType<{ readonly job_id: string }>;
  created_at: Generated<Date>;
  /** Until when the event is leased; null: it is released. */
  held_until: Date | null;
}

interface NoncesTable {
  digest: Buffer;
  seen_at: Generated<Date>;
}

interface SecretsTable {
  name: string;
  value: Buffer;
  created_at: Generated<Date>;
}

interface SkinsTable {
  name: string;
  client: string;
  claimed_at: Generated<Date>;
  sha256: Buffer | null;
  etag: string | null;
  bytes: number | null;
}

interface SkinDetailsTable {
  name: string;
  bytes: number;
  stored_at: Date;
  author: string | null;
  version: number | null;
}

interface UploadedSetsTable {
  id: string;
  sha256: Buffer;
  bytes: number | null;
  accepts_jobs: Generated<boolean>;
}

interface SegmentsTable {
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
  lent_to: Generated<string | null>;
  was_lent: Generated<boolean>;
  was_uploaded: Generated<boolean>;
}

interface WorkersTable {
  id: string;
  slots: number;
  name: Generated<string>;
  version: Generated<string>;
  job_ids: Generated<string[]>;
  is_draining: Generated<boolean>;
  started_at: Generated<Date>;
  seen_at: Generated<Date>;
  lent_worker: Generated<string | null>;
}

export interface LentWorkersTable {
  id: string;
  name: string;
  token_hash: Buffer;
  is_trusted: boolean;
  is_draining: Generated<boolean>;
  created_at: Generated<Date>;
  revoked_at: Generated<Date | null>;
  instance: Generated<string | null>;
  version: Generated<string | null>;
  cores: Generated<number | null>;
  slots: Generated<number | null>;
  seen_at: Generated<Date | null>;
  segments: Generated<number>;
  frames: Generated<number>;
  seconds: Generated<number>;
  suspended_at: Generated<Date | null>;
  suspended_reason: Generated<string | null>;
}

interface LentSegmentsTable {
  id: string;
  worker_id: string;
  job_id: string;
  number: number;
  first_frame: number;
  frames: number;
  fingerprint: Buffer;
  delivered_at: Generated<Date>;
  is_discarded: Generated<boolean>;
  check_result: Generated<'waiting' | 'equal' | 'within-bound' | 'different' | 'dropped' | null>;
  check_reason: Generated<string | null>;
  checked_at: Generated<Date | null>;
  check_entry: Generated<string | null>;
}

interface RemakesTable {
  job_id: string;
  worker_id: string;
  requested_at: Generated<Date>;
  queue_entry: string;
  given_up_at: Generated<Date | null>;
  given_up_reason: Generated<string | null>;
}

interface LeasesTable {
  name: string;
  holder: string;
  expires_at: Date;
}

interface MaintenanceTable {
  is_on: Generated<true>;
  message: string;
  since: Generated<Date>;
}

export type KeyPriority = 'low' | 'normal' | 'high';

export interface KeysTable {
  id: string;
  name: string;
  token_hash: Buffer;
  callback_secret: string;
  submissions_per_minute: number;
  max_active: number;
  priority: KeyPriority;
  expires_at: Date | null;
  revoked_at: Generated<Date | null>;
  created_at: Generated<Date>;
  last_used_at: Generated<Date | null>;
  submissions: Generated<number>;
}

/** Requests with an Idempotency-Key. */
interface MarkedRequestsTable {
  digest: Buffer;
  content: Buffer;
  job_id: string;
  answer: JSONColumnType<object> | null;
  created_at: Generated<Date>;
}

interface QueueClockTable {
  is_only: Generated<true>;
  turn: Generated<number>;
  overtakings: Generated<number>;
  seconds_per_start: number | null;
  paused_at: Date | null;
  pause_reason: string | null;
}

interface CallbacksTable {
  id: Generated<string>;
  job_id: string;
  key_id: string;
  event: string;
  created_at: Generated<Date>;
  tries: Generated<number>;
  due_at: Generated<Date | null>;
  delivered_at: Generated<Date | null>;
  last_error: Generated<string | null>;
}

export interface AuditTable {
  id: Generated<number>;
  at: Generated<Date>;
  actor: 'page' | 'command line';
  client: string | null;
  action: string;
  target: string | null;
  details: JSONColumnType<Record<string, unknown>>;
  outcome: string | null;
}

export interface BlocksTable {
  id: Generated<number>;
  kind: 'client' | 'player';
  name: string;
  value: string;
  reason: string;
  created_at: Generated<Date>;
  expires_at: Date | null;
}
