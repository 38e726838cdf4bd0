import { type RawBuilder, sql } from 'kysely';
import type { Grade } from '../../contract/index.ts';
import type { JobStatus } from '../database/index.ts';
import { searchOf } from './search-words.ts';

/** Which jobs a list contains. */
export interface JobFilter {
  /** Jobs with one of these statuses. */
  readonly status?: readonly JobStatus[] | undefined;
  /** Jobs of this client. */
  readonly client?: string | undefined;
  /** Jobs of this key and all its users. */
  readonly keyId?: string | undefined;
  readonly isCancelled?: boolean | undefined;
  /** Jobs whose files were purged, or were not; only for jobs of one client or key, because no index has those of all. */
  readonly isPurged?: boolean | undefined;
  /** Plays with all of these mods, where DT includes NC, for example; NM: without mods. */
  readonly mods?: readonly string[] | undefined;
  /** Plays with one of these grades. */
  readonly grade?: readonly Grade[] | undefined;
  /** Maps whose star rating is known and within these bounds. */
  readonly minStars?: number | undefined;
  readonly maxStars?: number | undefined;
  /** Words of the player's name or the map's title, as the user typed them. */
  readonly q?: string | undefined;
  /** Plays of the player with this name, in any case, with spaces and underscores alike. */
  readonly player?: string | undefined;
  /** Plays of the map with this id on osu!, or this MD5. */
  readonly beatmap?: { readonly id: number } | { readonly md5: string } | undefined;
  /** Jobs of the replay whose file has this SHA-256, or that carries this MD5, in hex digits. */
  readonly replay?: { readonly sha256: string } | { readonly md5: string } | undefined;
  readonly ids?: readonly string[] | undefined;
  /** Jobs that were created later than this, as `createdAt` tells it. */
  readonly createdAfter?: Date | undefined;
  /** Only jobs after this position; null: from the newest on. With either, the page names the position of its last job. */
  readonly cursor?: JobPosition | null | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** The position of a job in the list, which stays the same while jobs are added. */
export interface JobPosition {
  /** When the job was created, in microseconds since 1970. */
  readonly createdAtMicros: number;
  readonly id: string;
}

/** Whether an index has the jobs of the filter in the order of the list, and their number is known or few. */
export function hasExactTotal(filter: JobFilter): boolean {
  const { q = '', status, client, keyId, isPurged, cursor, limit, offset, ...others } = filter;
  const isUnset = Object.values(others).every((value) => value === undefined);
  return isUnset && (status === undefined || status.length === 1) && searchOf(q) === null;
}

/** The conditions of a filter, except for its words and its position. */
export function conditionsOf(filter: JobFilter): RawBuilder<boolean>[] {
  const { status, client, keyId, isCancelled, isPurged, mods = [], grade, minStars, maxStars } = filter;
  const { player, beatmap, replay, ids, createdAfter } = filter;
  const conditions: RawBuilder<boolean>[] = mods.map(modCondition);
  if (status !== undefined) conditions.push(sql`status = any(${[...status]}::text[])`);
  if (client !== undefined) conditions.push(sql`client = ${client}`);
  if (keyId !== undefined) conditions.push(sql`key_id = ${keyId}`);
  if (isCancelled === true) conditions.push(sql`error_code = 'job/cancelled'`);
  if (isCancelled === false) conditions.push(sql`error_code is distinct from 'job/cancelled'`);
  if (isPurged !== undefined) conditions.push(isPurged ? sql`purged_at is not null` : sql`purged_at is null`);
  if (grade !== undefined) conditions.push(sql`grade = any(${[...grade]}::text[])`);
  if (minStars !== undefined || maxStars !== undefined) conditions.push(sql`stars > 0`);
  if (minStars !== undefined) conditions.push(sql`stars >= ${minStars}`);
  if (maxStars !== undefined) conditions.push(sql`stars <= ${maxStars}`);
  // The lengths are the conditions of the indexes.
  if (player !== undefined) conditions.push(sql`player_key(player) = player_key(${player}) and length(player) <= 64`);
  if (beatmap !== undefined) conditions.push(beatmapCondition(beatmap));
  if (replay !== undefined) conditions.push(replayCondition(replay));
  if (ids !== undefined) conditions.push(sql`id = any(${[...ids]}::uuid[])`);
  if (createdAfter !== undefined) conditions.push(createdAfterCondition(createdAfter));
  return conditions;
}

/** Mods that include another: who looks for plays with one of these also wants those with the other. */
const variants: Readonly<Record<string, readonly string[]>> = { DT: ['DT', 'NC'], HT: ['HT', 'DC'], SD: ['SD', 'PF'] };

function modCondition(mod: string): RawBuilder<boolean> {
  // Lazer adds CL to every play that was imported from stable.
  if (mod === 'NM') return sql`mods <@ array['CL']`;
  return sql`mods && ${[...(variants[mod] ?? [mod])]}::text[]`;
}

function beatmapCondition(beatmap: NonNullable<JobFilter['beatmap']>): RawBuilder<boolean> {
  if ('id' in beatmap) return sql`beatmap_id = ${beatmap.id}`;
  return sql`beatmap_md5 = ${beatmap.md5} and length(beatmap_md5) = 32`;
}

function replayCondition(replay: NonNullable<JobFilter['replay']>): RawBuilder<boolean> {
  if ('sha256' in replay) return sql`replay_sha256 = ${Buffer.from(replay.sha256, 'hex')}`;
  return sql`replay_md5 = ${Buffer.from(replay.md5, 'hex')}`;
}

/** Clients see milliseconds, the table has microseconds: a job must not come after the time that it shows itself. */
function createdAfterCondition(time: Date): RawBuilder<boolean> {
  return sql`created_at >= ${new Date(time.getTime() + 1)}`;
}

/** The condition of the jobs that come after a position. */
export function afterPosition({ createdAtMicros, id }: JobPosition): RawBuilder<boolean> {
  const createdAt = sql`timestamptz 'epoch' + ${createdAtMicros}::bigint * interval '1 microsecond'`;
  return sql`(created_at, id) < (${createdAt}, ${id}::uuid)`;
}

/** The first part of the position of a row of `page`. */
export const createdAtMicrosSql = '(extract(epoch from page.created_at) * 1000000)::bigint';
