import { readFile, rm, writeFile } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  artifactKeys,
  type FieldError,
  type FormTexts,
  readSubmittedSettings,
  renderOptionsOf,
  type ScoreReference,
  type SubmittedSettings,
} from '../../contract/index.ts';
import { Failure } from '../../failure.ts';
import { readReplayHeader, requireRenderableHeader } from '../../game/replay/index.ts';
import { limitConcurrency } from '../../limit-concurrency.ts';
import { costOf, type StoreOptions, type Submission } from '../jobs/index.ts';
import type { DecodedReplay } from '../replay-decoding/index.ts';
import type { BeatmapUploads } from './beatmap-uploads.ts';
import { type CallbackFields, createCallbackFieldReader } from './callback-fields.ts';
import { refuse } from './clients/key-check.ts';
import { createClientReader, type RequestClient } from './clients/request-client.ts';
import type { Dependencies } from './dependencies.ts';
import { failureOf } from './errors/error-response.ts';
import { InvalidRequest } from './errors/invalid-request.ts';
import { type FileField, fileField } from './forms/file-field.ts';
import { type ReceivedForm, receiveForm } from './forms/receive-form.ts';
import { createRunOnce } from './idempotency/idempotency-key.ts';
import { type ClientLimiter, createClientLimiter } from './limits/client-limiter.ts';
import { enforceRateLimit } from './limits/enforce-rate-limit.ts';
import type { RateState } from './limits/rate-limiter.ts';
import { withRetryAfter } from './limits/retry-after.ts';
import { applyVideoLimits } from './limits/video-limits.ts';

/** Reads the settings from the texts of a form. */
export type ReadSettings = (texts: FormTexts) => { settings: SubmittedSettings } | { errors: FieldError[] };

/** The only differences between a submission to v1 and one to the legacy interface. */
export interface SubmitOptions {
  readonly readSettings?: ReadSettings;
  readonly acceptsBeatmap?: boolean;
  readonly acceptsCallback?: boolean;
}

/** Submissions with a replay of their own, and of scores on osu!. */
export interface Submissions {
  readonly submitReplay: SubmitReplay;
  /** Submits the replay of a score on osu!. */
  submitScore(request: FastifyRequest, reply: FastifyReply, readBody: () => ScoreBody): Promise<SubmittedJob>;
}

export interface ScoreBody {
  readonly score: ScoreReference;
  /** All values as texts of a form. */
  readonly texts: FormTexts;
}

export type SubmitReplay = (
  request: FastifyRequest,
  reply: FastifyReply,
  options?: SubmitOptions,
) => Promise<SubmittedJob>;

export interface SubmittedJob {
  readonly id: string;
}

/** The rate limiter that all requests which create jobs share. */
export function createSubmissionLimiter({
  database,
  config,
}: Pick<Dependencies, 'database' | 'config'>): ClientLimiter {
  return createClientLimiter({ pool: database.pool, name: 'render', perMinute: config.limits.submissionsPerMinute });
}

/** Each replay is in memory while its header is read, and may have the maximum size of an upload. */
const maxHeadersAtATime = 2;

/** Makes the ten checks of a submission in the order of the specification. The first one that fails is the response. */
export function createSubmissions(dependencies: Dependencies, beatmapUploads: BeatmapUploads): Submissions {
  const { config, decoder, jobs, metrics, scores, storage, timeouts, tempFolder } = dependencies;
  const readClient = createClientReader(config);
  const limiter = createSubmissionLimiter(dependencies);
  const readCallback = createCallbackFieldReader({ hosts: config.callbackHosts });
  const runOnce = createRunOnce(dependencies.database);
  const limitHeaders = limitConcurrency(maxHeadersAtATime);
  const replayField = fileField({
    field: 'replay',
    extension: '.osr',
    maxBytes: config.limits.maxReplayBytes,
    wrongExtension: 'replay/wrong-extension',
    tooLarge: 'replay/too-large',
  });

  const submitReplay: SubmitReplay = (request, reply, options = {}) => {
    const { readSettings = readSubmittedSettings, acceptsBeatmap = false, acceptsCallback = false } = options;
    // Identified first: a client that disconnects later has no address, but must still be counted.
    const client = readClient(request);
    const files = { required: replayField, ...(acceptsBeatmap && { optional: beatmapUploads.field }) };
    return counted(() =>
      receiveForm(request, files, {
        reader: { tempFolder, idleMs: timeouts.idleMs },
        use: ({ file, attachment, texts }) =>
          runOnce({ request, reply, client: client.client, content: { texts, files: [file, attachment] } }, (jobId) =>
            submit({ file, attachment, texts }, { client, reply, readSettings, acceptsCallback, jobId }),
          ),
      }),
    );
  };

  const submitScore: Submissions['submitScore'] = (request, reply, readBody) => {
    const client = readClient(request);
    return counted(async () => {
      if (scores === null) throw new Failure('score/not-configured');
      const { score, texts } = readBody();
      return runOnce({ request, reply, client: client.client, content: { texts, files: [] } }, async (jobId) => {
        // A client without a key or over its limit causes no download.
        readCallbackFor(texts, { client, reply });
        enforceLimit(reply, await limiter.peek(client), { isFinal: false });
        const bytes = await scores.fetch(score).catch(withRetryAfter(reply));
        const path = tempFolder.newPath();
        try {
          await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
          const file = { name: `${score.id}.osr`, path, sizeBytes: bytes.length };
          const sender = { client, reply, readSettings: readSubmittedSettings, acceptsCallback: true, jobId };
          return await submit({ file, attachment: null, texts }, sender);
        } finally {
          await rm(path, { force: true });
        }
      });
    });
  };

  return { submitReplay, submitScore };

  /** Counts how submissions end. */
  async function counted(submission: () => Promise<SubmittedJob>): Promise<SubmittedJob> {
    try {
      const job = await submission();
      metrics.submissionEnded('accepted');
      return job;
    } catch (error) {
      metrics.submissionEnded(failureOf(error)?.code ?? 'service/internal');
      throw error;
    }
  }

  async function submit({ file, attachment, texts }: ReplayForm, sender: Sender): Promise<SubmittedJob> {
    const { client, reply, readSettings, acceptsCallback, jobId } = sender;
    const callback = acceptsCallback ? readCallbackFor(texts, sender) : null;
    if (file.sizeBytes === 0) throw new Failure('replay/empty');
    await limitHeaders(async () => requireRenderableHeader(readReplayHeader(await readFile(file.path))));
    const analyticsPath = tempFolder.newPath();
    try {
      const replay = await decoder.decode({ replayPath: file.path, analyticsPath });
      const settings = applyVideoLimits(requireValid(readSettings(texts)), config.limits);
      if (callback !== null && 'errors' in callback) throw new InvalidRequest(callback.errors);
      // Check the rate limit first: validating a beatmap set is expensive.
      if (attachment !== null) {
        enforceLimit(reply, await limiter.peek(client), { isFinal: false });
      }
      const beatmapSet = attachment && (await beatmapUploads.validate(attachment, replay.beatmapMd5));
      enforceLimit(reply, await limiter.consume(client));
      const callbackFields: Partial<CallbackFields> = callback?.fields ?? {};
      const submission = { ...submissionOf(client, settings, replay), ...callbackFields, id: jobId, beatmapSet };
      const paths = { replay: file.path, analytics: analyticsPath, beatmap: attachment?.path ?? null };
      const { id } = await jobs.submit(submission, (newId, storeOptions) => store(newId, paths, storeOptions));
      return { id };
    } finally {
      await rm(analyticsPath, { force: true });
    }
  }

  /** Only a client with a key may send the fields of a callback. */
  function readCallbackFor(texts: FormTexts, { client, reply }: Pick<Sender, 'client' | 'reply'>) {
    const callback = readCallback(texts);
    if (callback !== null && client.key === null) throw refuse(reply, 'key/required');
    return callback;
  }

  /** A check that is not final adds no headers, because the submission is counted later. */
  function enforceLimit(reply: FastifyReply, rate: RateState, { isFinal = true } = {}): void {
    if (rate.isAllowed && !isFinal) return;
    enforceRateLimit(reply, rate, () => metrics.rateLimitRefused('render'));
  }

  /** Stores all files of a job before any worker can see the job. */
  async function store(jobId: string, paths: SubmittedFiles, { beatmapSetId, signal }: StoreOptions): Promise<void> {
    const files = {
      [artifactKeys.replay(jobId)]: paths.replay,
      [artifactKeys.analytics(jobId)]: paths.analytics,
    };
    const stored = await Promise.allSettled([
      ...Object.entries(files).map(([key, path]) => storage.putFile(key, path, { signal })),
      beatmapSetId !== null && paths.beatmap !== null && storeSet(beatmapSetId, paths.beatmap, signal),
    ]);
    const failed = stored.find((result) => result.status === 'rejected');
    if (failed === undefined) return jobs.markAnalyticsStored(jobId);
    // The job fails, so files that were stored would stay forever. Other jobs may already use the beatmap set; if not, the
    // next run of retention deletes it.
    await Promise.allSettled(Object.keys(files).map((key) => storage.delete(key)));
    throw failed.reason;
  }

  /** Stores an uploaded set, unless an earlier job has. */
  async function storeSet(setId: string, path: string, signal: AbortSignal): Promise<void> {
    const key = artifactKeys.beatmap(setId);
    if ((await storage.stat(key, { signal })) === null) await storage.putFile(key, path, { signal });
  }
}

/** A received form with a replay. */
type ReplayForm = ReceivedForm<{ required: FileField }>;

interface Sender {
  readonly client: RequestClient;
  readonly reply: FastifyReply;
  readonly readSettings: ReadSettings;
  readonly acceptsCallback: boolean;
  /** The id of the new job, if it is given. */
  readonly jobId: string | undefined;
}

/** The paths of the files that are stored with a new job. */
interface SubmittedFiles {
  readonly replay: string;
  readonly analytics: string;
  readonly beatmap: string | null;
}

function requireValid(read: ReturnType<ReadSettings>): SubmittedSettings {
  if ('errors' in read) throw new InvalidRequest(read.errors);
  return read.settings;
}

function submissionOf({ client, keyId }: RequestClient, options: SubmittedSettings, replay: DecodedReplay): Submission {
  const { counts, maxCombo, player, beatmapMd5, mods, speed, grade, score, playedAtUnixMs } = replay;
  return {
    client,
    keyId,
    cost: costOf(renderOptionsOf(options), replay),
    options,
    replay: {
      beatmapMd5,
      player,
      n300: counts.n300,
      n100: counts.n100,
      n50: counts.n50,
      misses: counts.miss,
      maxCombo,
      sha256: Buffer.from(replay.sha256, 'hex'),
      md5: replay.md5 === null ? null : Buffer.from(replay.md5, 'hex'),
      play: {
        mods,
        speed,
        grade,
        accuracy: replay.accuracyPercent,
        score,
        playedAt: playedAtUnixMs === null ? null : new Date(playedAtUnixMs),
        gameClient: replay.rules,
      },
    },
  };
}
