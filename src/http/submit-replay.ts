import { readFile, rm } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  artifactKeys,
  type FieldError,
  type FormTexts,
  type RenderSettings,
  readRenderSettings,
} from '../contract/index.ts';
import { Failure } from '../failure.ts';
import type { DecodedReplay } from '../intake/index.ts';
import type { Job, Submission } from '../jobs/index.ts';
import { readReplayHeader, requireRenderableHeader } from '../osu/replay/index.ts';
import type { Dependencies } from './app.ts';
import { clientIdentity } from './client.ts';
import { failureOf } from './error-answer.ts';
import { type FileRule, type ReceivedFile, withForm } from './form.ts';
import { createGate } from './gate.ts';
import { InvalidRequest } from './invalid-request.ts';
import { enforceRate } from './rate-headers.ts';
import { createRateLimiter } from './rate-limiter.ts';

/** How a form's texts become settings; v1 and the legacy interface differ in nothing else. */
export type ReadSettings = (texts: FormTexts) => { settings: RenderSettings } | { errors: FieldError[] };

export type SubmitReplay = (request: FastifyRequest, reply: FastifyReply, read?: ReadSettings) => Promise<Job>;

const bytesPerMb = 1024 * 1024;
const submissionsPerMinute = 5;
/** Files held in memory at a time while their headers are looked at; each may be as large as an upload. */
const headersAtATime = 2;

/** The ten checks of a submission, in the order of the specification; the first that fails is the answer. */
export function createSubmitReplay(dependencies: Dependencies): SubmitReplay {
  const { config, database, decoder, jobs, metrics, storage, timeouts, uploads } = dependencies;
  const clientOf = clientIdentity(config.trustedProxies);
  const limiter = createRateLimiter({ pool: database.pool, name: 'render', perMinute: submissionsPerMinute });
  const readingHeader = createGate(headersAtATime);
  const rule = replayRule(config.limits.maxReplayBytes);

  return async (request, reply, read = readRenderSettings) => {
    // Asked first: a client that hangs up later has no address any more, and must be counted all the same.
    const client = clientOf(request.raw);
    try {
      const job = await withForm(request, rule, {
        reader: { uploads, idleMs: timeouts.idleMs },
        use: ({ file, texts }) => submit({ client, reply, file, readSettings: () => read(texts) }),
      });
      metrics.submissionEnded('accepted');
      return job;
    } catch (error) {
      metrics.submissionEnded(failureOf(error)?.code ?? 'service/internal');
      throw error;
    }
  };

  async function submit({ client, reply, file, readSettings }: Received): Promise<Job> {
    if (file.sizeBytes === 0) throw new Failure('replay/empty');
    await readingHeader(async () => requireRenderableHeader(readReplayHeader(await readFile(file.path))));
    const analyticsPath = uploads.newPath();
    try {
      const replay = await decoder.decode({ replayPath: file.path, analyticsPath });
      const settings = validSettings(readSettings());
      const rate = await limiter.take(client);
      if (!rate.allowed) metrics.rateLimitRefused('render');
      enforceRate(reply, rate);
      return await jobs.submit(submissionOf(client, settings, replay), (jobId, { signal }) =>
        store(jobId, { replayPath: file.path, analyticsPath, signal }),
      );
    } finally {
      await rm(analyticsPath, { force: true });
    }
  }

  /** Analytics go along with the replay, so that no worker ever sees a job without them. */
  async function store(jobId: string, { replayPath, analyticsPath, signal }: Stored): Promise<void> {
    const files = { [artifactKeys.replay(jobId)]: replayPath, [artifactKeys.analytics(jobId)]: analyticsPath };
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
  readonly file: ReceivedFile;
  readonly readSettings: () => ReturnType<ReadSettings>;
}

interface Stored {
  readonly replayPath: string;
  readonly analyticsPath: string;
  readonly signal: AbortSignal;
}

function replayRule(maxBytes: number): FileRule {
  return {
    field: 'replay',
    maxBytes,
    checkName(name) {
      if (!name.toLowerCase().endsWith('.osr')) throw new Failure('replay/wrong-extension');
    },
    tooLarge: () =>
      new Failure('replay/too-large', `Replay file exceeds maximum size of ${Math.floor(maxBytes / bytesPerMb)}MB.`),
  };
}

function validSettings(read: ReturnType<ReadSettings>): RenderSettings {
  if ('errors' in read) throw new InvalidRequest(read.errors);
  return read.settings;
}

function submissionOf(client: string, options: RenderSettings, replay: DecodedReplay): Submission {
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
