import type { Selectable } from 'kysely';
import { artifactKeys, type Grade, isFinished, type SubmittedSettings } from '../../contract/index.ts';
import { Failure, type FailureCode, failures } from '../../failure.ts';
import type { JobStatus, JobsTable, StoredPlayer } from '../database/index.ts';
import { type JobProgress, type ProgressRow, progressOfRow } from './progress.ts';
import { withoutNul } from './storable-text.ts';

/** A render job, as readers see it. */
export interface Job extends JobProgress {
  /** A UUID with dashes. */
  readonly id: string;
  readonly status: JobStatus;
  /** 0 to 100. */
  readonly progress: number;
  /** The client that submitted it, which the limits count: an IPv4 address, an IPv6 /64, or a key and its user. */
  readonly client: string;
  /** The key with which it was submitted; null: without one. */
  readonly keyId: string | null;
  /** Where its end is reported; null: nowhere. */
  readonly callbackUrl: string | null;
  /** What the client wants to get back with the job; null: nothing. */
  readonly metadata: unknown;
  /** How much work it is, from 1 to 16. */
  readonly cost: number;
  /** The failed job that it retries, which may have been deleted since; null: none. */
  readonly retryOf: string | null;
  readonly options: SubmittedSettings;
  readonly replay: ReplaySummary;
  /** The players of the further replays of a video of several plays, in their order; empty for one replay. */
  readonly otherPlayers: readonly OtherPlayer[];
  /** The hash of the beatmap set that was uploaded with the replay; null: the map is found by its MD5. */
  readonly beatmapSha256: Buffer | null;
  /** Where that set is stored; null: none was uploaded, or the job is purged. */
  readonly beatmapSetId: string | null;
  /** Empty until the map is known. */
  readonly mapTitle: string;
  /** In its original script, or the same as `mapTitle`. */
  readonly mapTitleUnicode: string;
  /** The id of the map on osu!; null until the map is known, and for a map without one. */
  readonly beatmapId: number | null;
  /** 0 until the map is known. */
  readonly stars: number;
  readonly pp: number;
  /** The length of the play at its speed; null until the map is known. */
  readonly lengthSeconds: number | null;
  readonly error: JobError | null;
  /** The storage keys of the artifacts; null for those that do not exist. */
  readonly keys: ArtifactKeys;
  readonly hasAnalytics: boolean;
  /** The size of all its files, without the beatmap set; null: not measured yet. */
  readonly artifactBytes: number | null;
  /** When its artifacts were purged; null: they were not. */
  readonly purgedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The play, as the replay's header describes it. */
export interface ReplaySummary {
  readonly beatmapMd5: string;
  readonly player: string;
  readonly n300: number;
  readonly n100: number;
  readonly n50: number;
  readonly misses: number;
  readonly maxCombo: number;
  /** SHA-256 of the file; null for jobs that older versions submitted. */
  readonly sha256: Buffer | null;
  /** The MD5 that the replay carries; null if it has no valid one. */
  readonly md5: Buffer | null;
  /** Null for jobs that older versions submitted. */
  readonly play: PlaySummary | null;
}

/** The player of one of the further replays. */
export interface OtherPlayer {
  readonly player: string;
  readonly play: PlaySummary;
}

export interface PlaySummary {
  /** The acronyms, in the order of the game. */
  readonly mods: readonly string[];
  /** Song milliseconds per real millisecond. */
  readonly speed: number;
  /** Null for a replay without hit counts. */
  readonly grade: Grade | null;
  /** In percent, as the client that recorded the play shows it; null for a replay without hit counts. */
  readonly accuracy: number | null;
  readonly score: number;
  /** Null for an invalid date. */
  readonly playedAt: Date | null;
  readonly gameClient: 'stable' | 'lazer';
}

export interface JobError {
  /** A code of the failure table, or one that only a newer worker has. */
  readonly code: string;
  /** The table's fixed sentence, which is safe to show to clients. */
  readonly hint: string;
  /** Free text, which may contain details for the operator only. */
  readonly message: string;
}

export interface ArtifactKeys {
  readonly video: string | null;
  readonly thumbnail: string | null;
  readonly log: string | null;
}

/** The storage keys of all replays of a job, in their order. */
export function replayKeys({ id, otherPlayers }: Pick<Job, 'id' | 'otherPlayers'>): string[] {
  return Array.from({ length: 1 + otherPlayers.length }, (_, i) => artifactKeys.replayOf(id, i + 1));
}

/** Whether a job has analytics, may still get them, or never will. */
export function analyticsOf(job: Job): 'ready' | 'pending' | 'missing' {
  if (job.hasAnalytics) return 'ready';
  return isFinished(job.status) ? 'missing' : 'pending';
}

/** Throws `job/unfinished` if the job has not ended. */
export function requireFinished({ status }: Pick<Job, 'status'>): void {
  if (!isFinished(status)) throw new Failure('job/unfinished', `The job is ${status}. Cancel it first.`);
}

/** The columns of a `Job`, for statements that cannot select `*`. */
const columns = [
  'id',
  'status',
  'progress',
  'client',
  'key_id',
  'retry_of',
  'cost',
  'callback_url',
  'metadata',
  'options',
  'beatmap_md5',
  'beatmap_sha256',
  'beatmap_set_id',
  'beatmap_id',
  'replay_sha256',
  'replay_md5',
  'player',
  'n300',
  'n100',
  'n50',
  'misses',
  'max_combo',
  'mods',
  'clock_rate',
  'grade',
  'accuracy',
  'score',
  'played_at',
  'game_client',
  'other_players',
  'length_seconds',
  'map_title',
  'map_title_unicode',
  'stars',
  'pp',
  'error_code',
  'error_message',
  'video_key',
  'thumb_key',
  'log_key',
  'has_analytics',
  'artifact_bytes',
  'purged_at',
  'attempts',
  'stage',
  'frames_per_second',
  'seconds_left',
  'created_at',
  'updated_at',
] satisfies (keyof JobsTable)[];

export const jobColumns = columns.map((column) => `jobs.${column}` as const);

export type JobRow = Pick<Selectable<JobsTable>, (typeof columns)[number]> & ProgressRow;

export function jobOfRow(row: JobRow): Job {
  return {
    id: row.id,
    status: row.status,
    progress: row.progress,
    client: row.client,
    keyId: row.key_id,
    retryOf: row.retry_of,
    cost: row.cost,
    callbackUrl: row.callback_url,
    metadata: row.metadata,
    options: { ...row.options, settings: row.options.settings ?? {} },
    replay: {
      beatmapMd5: row.beatmap_md5,
      player: row.player,
      n300: row.n300,
      n100: row.n100,
      n50: row.n50,
      misses: row.misses,
      maxCombo: row.max_combo,
      sha256: row.replay_sha256,
      md5: row.replay_md5,
      play: playOfRow(row),
    },
    otherPlayers: (row.other_players ?? []).map(otherPlayerOf),
    beatmapSha256: row.beatmap_sha256,
    beatmapSetId: row.beatmap_set_id,
    mapTitle: row.map_title,
    mapTitleUnicode: row.map_title_unicode || row.map_title,
    beatmapId: row.beatmap_id,
    stars: row.stars,
    pp: row.pp,
    lengthSeconds: row.length_seconds,
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

function playOfRow(row: JobRow): PlaySummary | null {
  const { mods, clock_rate: speed, grade, accuracy, score, played_at: playedAt, game_client: gameClient } = row;
  if (mods === null || speed === null || score === null || gameClient === null) return null;
  return { mods, speed, grade: grade as Grade | null, accuracy, score, playedAt, gameClient };
}

function otherPlayerOf({ player, playedAt, ...play }: StoredPlayer): OtherPlayer {
  return { player, play: { ...play, playedAt: playedAt === null ? null : new Date(playedAt) } };
}

/** The further players of a job as the database stores them. */
export function storedPlayers(players: readonly OtherPlayer[]): string | null {
  if (players.length === 0) return null;
  const stored = players.map(({ player, play }): StoredPlayer => {
    const playedAt = play.playedAt?.toISOString() ?? null;
    return { ...play, player: withoutNul(player), mods: play.mods.map(withoutNul), playedAt };
  });
  return JSON.stringify(stored);
}

function errorOfRow(row: JobRow): JobError | null {
  if (row.error_code === null) return null;
  const code = row.error_code in failures ? (row.error_code as FailureCode) : 'render/failed';
  return { code: row.error_code, hint: failures[code].message, message: row.error_message ?? '' };
}
