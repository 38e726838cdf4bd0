import type {
  AdminBlock,
  AdminCallback,
  AdminDeadLetter,
  AdminKey,
  AdminLentWorker,
  AdminWorker,
} from '../../contract/index.ts';
import type { UndeliveredCallback } from '../callbacks/index.ts';
import type { Block, DeadLetter, LiveWorker } from '../jobs/index.ts';
import { type Key, stateOf } from '../keys/index.ts';
import { type LentWorker, stateOfLentWorker } from '../lending/index.ts';

// What operators list, as the API and the commands with --json print it.

export function keyJson(key: Key): AdminKey {
  return {
    id: key.id,
    name: key.name,
    state: stateOf(key, new Date()),
    per_minute: key.submissionsPerMinute,
    active: key.maxActive,
    priority: key.priority,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    submissions: key.submissions,
  };
}

export function blockJson({ id, kind, name, reason, createdAt, expiresAt }: Block): AdminBlock {
  const expires_at = expiresAt?.toISOString() ?? null;
  return { id, kind, name, reason, created_at: createdAt.toISOString(), expires_at };
}

export function callbackJson(callback: UndeliveredCallback): AdminCallback {
  const { id, jobId, keyName, event, createdAt, tries, dueAt, lastError } = callback;
  return {
    id,
    job_id: jobId,
    key: keyName,
    event,
    since: createdAt.toISOString(),
    tries,
    next_at: dueAt?.toISOString() ?? null,
    reason: lastError,
  };
}

export function deadLetterJson({ jobId, at, reason }: DeadLetter): AdminDeadLetter {
  return { job_id: jobId, since: at.toISOString(), reason };
}

export function workerJson(worker: LiveWorker): AdminWorker {
  const { id, name, version, slots, jobIds, isDraining, startedAt, seenAt, lentWorker } = worker;
  return {
    id,
    name,
    version,
    slots,
    busy: jobIds.length,
    job_ids: [...new Set(jobIds)],
    draining: isDraining,
    started_at: startedAt.toISOString(),
    seen_at: seenAt.toISOString(),
    lent_worker: lentWorker,
  };
}

export function lentWorkerJson(worker: LentWorker): AdminLentWorker {
  const { process } = worker;
  return {
    id: worker.id,
    name: worker.name,
    state: stateOfLentWorker(worker, new Date()),
    suspended_reason: worker.suspension?.reason ?? null,
    trusted: worker.isTrusted,
    draining: worker.isDraining,
    version: process?.version ?? null,
    cores: process?.cores ?? null,
    slots: process?.slots ?? null,
    seen_at: process?.seenAt.toISOString() ?? null,
    segments: worker.segments,
    frames_per_second: worker.framesPerSecond,
    created_at: worker.createdAt.toISOString(),
    revoked_at: worker.revokedAt?.toISOString() ?? null,
  };
}
