import { Failure } from '../../failure.ts';
import { retryGivenUp } from '../callbacks/index.ts';
import { type Block, type DeadLetter, type Job, type NewBlock, type Place, requireFinished } from '../jobs/index.ts';
import type { Key, KeyOptions, NewKey } from '../keys/index.ts';
import type { LentWorker, NewLentWorker } from '../lending/index.ts';
import { removeSkin } from '../skins/index.ts';
import { type AuditedAction, carryOut, type Operator } from './audit.ts';
import type { AdministrationParts } from './parts.ts';

/** What an operator can do. */
export interface OperatorActions {
  /** Throws `job/finished`. */
  cancelJob(job: Job): Promise<Job>;
  /** Returns the new job. Throws what `Jobs.retry` throws. */
  retryJob(job: Job): Promise<Job>;
  /** Throws `admin/not-queued`. */
  moveJob(job: Job, place: Place): Promise<void>;
  /** Removes the files of an ended job. Throws `job/unfinished`. */
  purgeJob(job: Job): Promise<{ bytes: number }>;
  /** Removes the files of all jobs that ended before. Throws `installation/in-use` if another process does so. */
  purgeOlderThan(days: number): Promise<{ jobs: number; bytes: number }>;
  /** Throws `job/unfinished`. */
  deleteJob(job: Job): Promise<{ bytes: number }>;
  pauseQueue(reason: string): Promise<void>;
  resumeQueue(): Promise<void>;
  startMaintenance(message: string): Promise<void>;
  endMaintenance(): Promise<void>;
  /** Throws `admin/no-such-worker`. */
  drainWorker(workerId: string, isDraining: boolean): Promise<void>;
  /** Throws `worker/name-taken`. */
  addLentWorker(name: string, options: { readonly isTrusted: boolean }): Promise<NewLentWorker>;
  /** Throws `worker/not-found`. */
  revokeLentWorker(idOrName: string): Promise<LentWorker>;
  /** Throws `worker/not-found`. */
  drainLentWorker(idOrName: string, isDraining: boolean): Promise<LentWorker>;
  /** Throws `key/name-taken`. */
  createKey(name: string, options: KeyOptions): Promise<NewKey>;
  /** Throws `key/not-found`. */
  revokeKey(idOrName: string): Promise<Key>;
  addBlock(block: NewBlock): Promise<Block>;
  /** Throws `admin/no-such-block`. */
  removeBlock(id: number): Promise<Block>;
  /** Puts jobs that the queue gave up on back into it. Returns those among them that are dead letters. */
  retryDeadLetters(jobIds: readonly string[] | 'all'): Promise<DeadLetter[]>;
  /** Fails these jobs. */
  dropDeadLetters(jobIds: readonly string[] | 'all'): Promise<DeadLetter[]>;
  /** Sends messages that were given up again. Returns how many. */
  retryCallbacks(): Promise<number>;
  /** Throws `skin/not-found`. */
  removeSkin(name: string): Promise<void>;
}

export function createOperatorActions(parts: AdministrationParts, operator: Operator): OperatorActions {
  const { database, jobs, keys, lentWorkers, storage } = parts;
  const { db } = database;
  const audited = <T>(action: AuditedAction, act: () => Promise<T>) => carryOut(db, { ...action, operator }, act);

  async function selectLetters(jobIds: readonly string[] | 'all') {
    const deadLetters = await parts.deadLetters();
    const letters = await deadLetters.list();
    return { deadLetters, letters: letters.filter(({ jobId }) => jobIds === 'all' || jobIds.includes(jobId)) };
  }

  return {
    cancelJob: (job) => audited({ action: 'job.cancel', target: job.id }, () => jobs.cancel(job, 'operator')),
    retryJob: (job) =>
      audited({ action: 'job.retry', target: job.id }, () => jobs.retry(job, { requester: 'operator', storage })),
    moveJob: (job, place) =>
      audited({ action: 'job.move', target: job.id, details: { to: place } }, () => jobs.move(job.id, place)),
    purgeJob: (job) =>
      audited({ action: 'job.purge', target: job.id }, async () => {
        requireFinished(job);
        const { bytes } = await jobs.retention.purge(storage, [job.id]);
        return { bytes };
      }),
    purgeOlderThan: (days) =>
      audited({ action: 'job.purge', target: null, details: { older_than_days: days } }, async () => {
        const policy = { days, maxStorageBytes: null, maxBeatmapCacheBytes: null };
        const report = await jobs.retention.enforce({ storage, policy });
        if (report === null) throw new Failure('installation/in-use', 'Another process is purging at the moment.');
        return { jobs: report.age.jobs, bytes: report.age.bytes };
      }),
    deleteJob: (job) => audited({ action: 'job.delete', target: job.id }, () => jobs.delete(job, storage)),
    pauseQueue: (reason) =>
      audited({ action: 'queue.pause', target: null, details: { reason } }, () => jobs.pause.start(reason)),
    resumeQueue: () => audited({ action: 'queue.resume', target: null }, () => jobs.pause.end()),
    startMaintenance: (message) =>
      audited({ action: 'maintenance.start', target: null, details: { message } }, () =>
        jobs.maintenance.start(message),
      ),
    endMaintenance: () => audited({ action: 'maintenance.end', target: null }, () => jobs.maintenance.end()),
    drainWorker: (workerId, isDraining) =>
      audited({ action: isDraining ? 'worker.drain' : 'worker.resume', target: workerId }, async () => {
        if (!(await jobs.drainWorker(workerId, isDraining))) throw new Failure('admin/no-such-worker');
      }),
    addLentWorker: (name, options) =>
      audited({ action: 'worker.add', target: name, details: { trusted: options.isTrusted } }, () =>
        lentWorkers.add(name, options),
      ),
    revokeLentWorker: async (idOrName) => {
      const { id, name } = await lentWorkers.get(idOrName);
      return audited({ action: 'worker.revoke', target: name, details: { id } }, () => lentWorkers.revoke(id));
    },
    drainLentWorker: async (idOrName, isDraining) => {
      const { id, name } = await lentWorkers.get(idOrName);
      return audited({ action: isDraining ? 'worker.drain' : 'worker.resume', target: name, details: { id } }, () =>
        lentWorkers.drain(id, isDraining),
      );
    },
    createKey: (name, options) => {
      const { submissionsPerMinute: per_minute, maxActive: active, priority, expiresAt } = options;
      const details = { per_minute, active, priority, expires_at: expiresAt?.toISOString() ?? null };
      return audited({ action: 'key.create', target: name, details }, () => keys.create(name, options));
    },
    revokeKey: async (idOrName) => {
      const { id, name } = await keys.get(idOrName);
      return audited({ action: 'key.revoke', target: name, details: { id } }, () => keys.revoke(id));
    },
    addBlock: (block) => {
      const { kind, name, reason, expiresAt } = block;
      const details = { kind, reason, expires_at: expiresAt?.toISOString() ?? null };
      return audited({ action: 'block.add', target: name, details }, () => jobs.blocks.add(block));
    },
    removeBlock: async (id) => {
      const found = (await jobs.blocks.list()).find((block) => block.id === id);
      if (found === undefined) throw new Failure('admin/no-such-block');
      return audited({ action: 'block.remove', target: found.name, details: { kind: found.kind } }, async () => {
        await jobs.blocks.remove(id);
        return found;
      });
    },
    async retryDeadLetters(jobIds) {
      const { deadLetters, letters } = await selectLetters(jobIds);
      for (const letter of letters) {
        await audited({ action: 'dead-letter.retry', target: letter.jobId }, () => deadLetters.retry([letter]));
      }
      return letters;
    },
    async dropDeadLetters(jobIds) {
      const { deadLetters, letters } = await selectLetters(jobIds);
      const error = 'The queue gave up on the job, and an operator dropped it.';
      for (const letter of letters) {
        await audited({ action: 'dead-letter.drop', target: letter.jobId }, async () => {
          await jobs.complete(letter.jobId, { success: false, code: 'render/worker-lost', error });
          await deadLetters.drop([letter]);
        });
      }
      return letters;
    },
    retryCallbacks: () => audited({ action: 'callbacks.retry', target: null }, () => retryGivenUp(db)),
    removeSkin: (name) =>
      audited({ action: 'skin.remove', target: name.slice(0, 200) }, async () => {
        await removeSkin({ database, storage }, name);
      }),
  };
}
