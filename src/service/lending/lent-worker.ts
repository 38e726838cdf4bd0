import type { Selectable } from 'kysely';
import type { LentWorkersTable } from '../database/index.ts';

/** A worker that someone lends, without its token. */
export interface LentWorker {
  /** Public: 12 hex digits. */
  readonly id: string;
  readonly name: string;
  /** The segments of others are checked. */
  readonly isTrusted: boolean;
  /** An operator wants it to take no more segments. */
  readonly isDraining: boolean;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  /** A segment of it differed; null: it is not suspended. */
  readonly suspension: { readonly at: Date; readonly reason: string } | null;
  /** What its process has reported when it was seen last; null: never seen. */
  readonly process: LentProcess | null;
  /** How many segments it has delivered. */
  readonly segments: number;
  /** Of the segments that it has delivered; null: none. */
  readonly framesPerSecond: number | null;
}

/** The process that uses the token of a lent worker. */
export interface LentProcess {
  /** Identifies the process. */
  readonly instance: string;
  readonly version: string;
  readonly cores: number;
  /** Renders at a time. */
  readonly slots: number;
  readonly seenAt: Date;
}

export function lentWorkerOfRow(row: Selectable<LentWorkersTable>): LentWorker {
  return {
    id: row.id,
    name: row.name,
    isTrusted: row.is_trusted,
    isDraining: row.is_draining,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
    suspension: row.suspended_at && { at: row.suspended_at, reason: row.suspended_reason ?? '' },
    process: processOfRow(row),
    segments: row.segments,
    framesPerSecond: row.seconds > 0 ? row.frames / row.seconds : null,
  };
}

function processOfRow(row: Selectable<LentWorkersTable>): LentProcess | null {
  const { instance, version, cores, slots, seen_at: seenAt } = row;
  if (instance === null || version === null || cores === null || slots === null || seenAt === null) return null;
  return { instance, version, cores, slots, seenAt };
}

/** Without a heartbeat for this time, a worker counts as gone. */
export const goneAfterSeconds = 10;

export type LentWorkerState = 'revoked' | 'suspended' | 'away' | 'draining' | 'connected';

export function stateOfLentWorker(worker: LentWorker, now: Date): LentWorkerState {
  const { revokedAt, suspension, process, isDraining } = worker;
  if (revokedAt !== null) return 'revoked';
  if (suspension !== null) return 'suspended';
  const isAway = process === null || now.getTime() - process.seenAt.getTime() > goneAfterSeconds * 1000;
  if (isAway) return 'away';
  return isDraining ? 'draining' : 'connected';
}
