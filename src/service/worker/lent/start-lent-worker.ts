import type { TakenEntry } from '../../jobs/index.ts';
import { createSkinCache } from '../assets/skin-cache.ts';
import type { AttemptResult } from '../attempt/end-attempt.ts';
import type { SegmentRunner } from '../job-runner.ts';
import { runSlots, type SlotOptions, type Worker } from '../run-slots.ts';
import { runSegment } from '../segment/run-segment.ts';
import type { ClaimedSegments } from './claimed-segments.ts';
import { createLentBeatmaps, createLentClaims, createLentStorage } from './lent-segments.ts';
import { createLentSource } from './lent-source.ts';
import { createServiceClient, type ServiceClientOptions } from './service-client.ts';

export interface LentWorkerOptions
  extends SlotOptions,
    ServiceClientOptions,
    Pick<SegmentRunner, 'render' | 'newFolder' | 'log'> {
  /** Of the machine, for operators. */
  readonly cores: number;
  /** Ends the wait for a service that does not answer. */
  readonly signal: AbortSignal;
}

/** A worker that is lent to a service. */
export interface LentWorker extends Worker {
  /** Rejects when the service refuses the worker. Never resolves. */
  readonly refused: Promise<never>;
}

/** Starts a worker that needs neither the database nor the storage: it renders segments and sends them to the service. */
export async function startLentWorker(options: LentWorkerOptions): Promise<LentWorker> {
  const { render, newFolder, cores, signal: stopping, log } = options;
  const claimed: ClaimedSegments = new Map();
  const client = createServiceClient(options);
  const source = createLentSource({ client, claimed, cores, stopping, log });
  const storage = createLentStorage(client, claimed);
  const skins = createSkinCache({ storage, newPath: newFolder });
  const segments = createLentClaims(client, claimed);
  const runner: Omit<SegmentRunner, 'rendererVersion' | 'encoding' | 'complete'> = {
    segments,
    storage,
    beatmaps: createLentBeatmaps(storage),
    skins,
    render,
    newFolder,
    log,
    // The service writes it.
    openLog: () => ({ line() {}, async settled() {} }),
  };

  async function run({ id, payload }: TakenEntry, signal: AbortSignal): Promise<AttemptResult> {
    const segment = claimed.get(id);
    if (segment === undefined) return { result: 'lost', retryAfterSeconds: null };
    const { renderer_version: rendererVersion, encoding } = segment.lent;
    const { number } = segment.lent.segment;
    const entry = { jobId: payload.job_id, number, queueEntry: id };
    // A lent worker cannot fail a job: another worker renders the segment then.
    async function complete(): Promise<'ignored'> {
      const work = await segments.claim(entry);
      if (work !== null) await segments.requeue(work, 'render-error');
      return 'ignored';
    }
    log.debug({ jobId: payload.job_id, segment: number }, 'segment taken');
    return runSegment({ ...runner, rendererVersion, encoding, complete }, entry, signal);
  }

  const worker = await runSlots(source, options, run);
  return {
    refused: source.refused,
    async stop() {
      await worker.stop();
      await source.leave();
      await skins.close();
    },
  };
}
