import { readFile, rm } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  artifactKeys,
  type FieldError,
  type FormTexts,
  readSubmittedSettings,
  type SubmittedSettings,
} from '../../contract/index.ts';
import { Failure } from '../../failure.ts';
import { readReplayHeader, requireRenderableHeader } from '../../game/replay/index.ts';
import { checkBeatmapUpload } from '../beatmaps/index.ts';
import type { DecodedReplay } from '../intake/index.ts';
import type { Job, Submission } from '../jobs/index.ts';
import type { Dependencies } from './app.ts';
import { clientIdentity } from './limits/client-identity.ts';
import { failureOf } from './errors/error-response.ts';
import { fileRule } from './forms/file-field.ts';
import { type ReceivedFile, type ReceivedForm, withForm } from './forms/receive-form.ts';
import { InvalidRequest, inField } from './errors/invalid-request.ts';
import { limitConcurrency } from './limits/limit-concurrency.ts';
import { enforceRate } from './limits/enforce-rate-limit.ts';
import { createRateLimiter, type RateState } from './limits/rate-limiter.ts';

/** How a form's texts become settings; v1 and the legacy interface differ in nothing else. */
export type ReadSettings = (texts: FormTexts) => { settings: SubmittedSettings } | { errors: FieldError[] };

export type SubmitReplay = (
  request: FastifyRequest,
  reply: FastifyReply,
  options?: { read?: ReadSettings; takesBeatmap?: boolean },
) => Promise<Job>;

/** One count for everything that makes a job. */
export const submissionRate = { name: 'render', perMinute: 5 } as const;
/** Files held in memory at a time while their headers are looked at; each may be as large as an upload. */
const headersAtATime = 2;
/** Unpacking a set to see whether it is sound takes a processor for seconds. */
const beatmapsAtATime = 2;

/** The ten checks of a submission, in the order of the specification; the first that fails is the answer. */
export function createSubmitReplay(dependencies: Dependencies): SubmitReplay {
  const { config, database, decoder, jobs, metrics, storage, timeouts, tempFolder } = dependencies;
  const clientOf = clientIdentity(config.trustedProxies);
  const limiter = createRateLimiter({ pool: database.pool, ...submissionRate });
  const readingHeader = limitConcurrency(headersAtATime);
  const checkingBeatmap = limitConcurrency(beatmapsAtATime);
  const replayFile = fileRule({
    ...{ field: 'replay', extension: '.osr', maxBytes: config.limits.maxReplayBytes },
    ...{ wrongExtension: 'replay/wrong-extension', tooLarge: 'replay/too-large' },
  });
  const beatmapFile = fileRule({
    ...{ field: 'beatmap', extension: '.osz', maxBytes: config.limits.maxBeatmapBytes },
    ...{ wrongExtension: 'beatmap/wrong-extension', tooLarge: 'beatmap/file-too-large' },
  });

  return async (request, reply, { read = readSubmittedSettings, takesBeatmap = false } = {}) => {
    // Asked first: a client that hangs up later has no address any more, and must be counted all the same.
    const client = clientOf(request.raw);
    try {
      const rules = takesBeatmap ? { file: replayFile, beside: beatmapFile } : { file: replayFile };
      const job = await withForm(request, rules, {
        reader: { tempFolder, idleMs: timeouts.idleMs },
        use: (form) => submit({ client, reply, form, readSettings: () => read(form.texts) }),
      });
      metrics.submissionEnded('accepted');
      return job;
    } catch (error) {
      metrics.submissionEnded(failureOf(error)?.code ?? 'service/internal');
      throw error;
    }
  };

  async function submit({ client, reply, form, readSettings }: Received): Promise<Job> {
    const { file, beside: beatmap } = form;
    if (file.sizeBytes === 0) throw new Failure('replay/empty');
    await readingHeader(async () => requireRenderableHeader(readReplayHeader(await readFile(file.path))));
    const analyticsPath = tempFolder.newPath();
    try {
      const replay = await decoder.decode({ replayPath: file.path, analyticsPath });
      const settings = validSettings(readSettings());
      // To see whether a set is sound costs much more than to count: whoever is over the limit already is told before.
      if (beatmap !== null) refuseOver(reply, await limiter.peek(client));
      const beatmapSha256 = beatmap && (await checkBeatmap(beatmap, replay.beatmapMd5));
      const rate = await limiter.take(client);
      refuseOver(reply, rate);
      enforceRate(reply, rate);
      const submission = { ...submissionOf(client, settings, replay), beatmapSha256 };
      return await jobs.submit(submission, (jobId, { signal }) =>
        store(jobId, { replay: file.path, analytics: analyticsPath, beatmap: beatmap?.path ?? null }, signal),
      );
    } finally {
      await rm(analyticsPath, { force: true });
    }
  }

  function refuseOver(reply: FastifyReply, rate: RateState): void {
    if (rate.allowed) return;
    metrics.rateLimitRefused('render');
    enforceRate(reply, rate);
  }

  async function checkBeatmap({ path }: ReceivedFile, beatmapMd5: string): Promise<Buffer> {
    const { sha256 } = await checkingBeatmap(() => checkBeatmapUpload({ path, beatmapMd5 })).catch(inField('beatmap'));
    return sha256;
  }

  /** All that a job needs goes along with the replay, so that no worker ever sees a job without it. */
  async function store(jobId: string, paths: Stored, signal: AbortSignal): Promise<void> {
    const files = {
      [artifactKeys.replay(jobId)]: paths.replay,
      [artifactKeys.analytics(jobId)]: paths.analytics,
      ...(paths.beatmap !== null && { [artifactKeys.beatmap(jobId)]: paths.beatmap }),
    };
    const puts = await Promise.allSettled(
      Object.entries(files).map(([key, path]) => storage.putFile(key, path, { signal })),
    );
    const refused = puts.find((put) => put.status === 'rejected');
    if (refused === undefined) return jobs.analyticsStored(jobId);
    // The job fails; half of its files would stay for good.
    await Promise.allSettled(Object.keys(files).map((key) => storage.delete(key)));
    throw refused.reason;
  }
}

interface Received {
  readonly client: string;
  readonly reply: FastifyReply;
  readonly form: ReceivedForm;
  readonly readSettings: () => ReturnType<ReadSettings>;
}

/** Paths of the files a job begins with. */
interface Stored {
  readonly replay: string;
  readonly analytics: string;
  readonly beatmap: string | null;
}

function validSettings(read: ReturnType<ReadSettings>): SubmittedSettings {
  if ('errors' in read) throw new InvalidRequest(read.errors);
  return read.settings;
}

function submissionOf(client: string, options: SubmittedSettings, replay: DecodedReplay): Submission {
  const { counts, maxCombo, player, beatmapMd5 } = replay;
  return {
    client,
    options,
    replay: {
      beatmapMd5,
      player,
      n300: counts.n300,
      n100: counts.n100,
      n50: counts.n50,
      misses: counts.miss,
      maxCombo,
    },
  };
}
