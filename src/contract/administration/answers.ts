import type { ServiceState } from '../service-state.ts';
import type { JobStatus } from '../settings/job-status.ts';

// What /v1/admin answers. Times are ISO texts.

export interface AdminOverview extends ServiceState {
  readonly version: string;
  /** Those that were cancelled do not count as failed. */
  readonly jobs: Readonly<Record<JobStatus | 'cancelled', number>>;
  /** How long ago the oldest queued job was submitted. */
  readonly oldest_wait_seconds: number;
  readonly workers: number;
  readonly slots: number;
  readonly busy_slots: number;
  readonly dead_letters: number;
  readonly undelivered_callbacks: number;
}

export interface AdminStorage {
  readonly job_bytes: number;
  readonly beatmap_set_bytes: number;
  readonly skin_bytes: number;
  /** MAX_STORAGE_GB; null: no limit. */
  readonly limit_bytes: number | null;
  readonly disk_free_bytes: number;
  readonly disk_size_bytes: number;
}

export interface AdminJob {
  readonly job_id: string;
  readonly status: JobStatus;
  readonly progress: number;
  readonly queue_position: number | null;
  readonly client: string;
  readonly player: string;
  /** Empty until the map is known. */
  readonly map_title: string;
  readonly cost: number;
  readonly attempt: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly error_code: string | null;
  /** With the details that only operators see. */
  readonly error_message: string | null;
  /** Null: there is no log. */
  readonly log_url: string | null;
}

/** A worker that someone lends, whether it is connected or not. */
export interface AdminLentWorker {
  readonly id: string;
  readonly name: string;
  readonly state: 'revoked' | 'suspended' | 'away' | 'draining' | 'connected';
  /** Why it is suspended; null: it is not. */
  readonly suspended_reason: string | null;
  /** The segments of others are checked. */
  readonly trusted: boolean;
  readonly draining: boolean;
  /** What its process has reported; null: never seen. */
  readonly version: string | null;
  readonly cores: number | null;
  readonly slots: number | null;
  readonly seen_at: string | null;
  /** How many segments it has delivered, and how fast it rendered them. */
  readonly segments: number;
  readonly frames_per_second: number | null;
  readonly created_at: string;
  readonly revoked_at: string | null;
}

export interface AdminWorker {
  readonly id: string;
  /** The host and the process id. */
  readonly name: string;
  readonly version: string;
  readonly slots: number;
  readonly busy: number;
  readonly job_ids: readonly string[];
  readonly draining: boolean;
  readonly started_at: string;
  readonly seen_at: string;
  /** The id of the lent worker that it is; null: it has access to the database. */
  readonly lent_worker: string | null;
}

export interface AdminKey {
  readonly id: string;
  readonly name: string;
  readonly state: 'active' | 'expired' | 'revoked';
  readonly per_minute: number;
  readonly active: number;
  readonly priority: 'low' | 'normal' | 'high';
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly submissions: number;
}

/** The secrets of a new key, which are shown once. */
export interface AdminNewKey {
  readonly key: string;
  readonly callback_secret: string;
}

export interface AdminBlock {
  readonly id: number;
  readonly kind: 'client' | 'player';
  readonly name: string;
  readonly reason: string;
  readonly created_at: string;
  readonly expires_at: string | null;
}

export interface AdminDeadLetter {
  readonly job_id: string;
  readonly since: string;
  readonly reason: string | null;
}

export interface AdminCallback {
  readonly id: string;
  readonly job_id: string;
  readonly key: string;
  readonly event: string;
  readonly since: string;
  readonly tries: number;
  /** Null: given up. */
  readonly next_at: string | null;
  readonly reason: string | null;
}

export interface AdminAuditEntry {
  readonly id: number;
  readonly at: string;
  readonly actor: 'page' | 'command line';
  readonly client: string | null;
  readonly action: string;
  readonly target: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  /** `done`, or the code of the failure; null: in progress, or interrupted. */
  readonly outcome: string | null;
}
