import { rm, writeFile } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  defaultLayout,
  type FormTexts,
  type ParsedSettings,
  readSubmittedSettings,
  readTogetherSettings,
  type ScoreReference,
  type SubmittedSettings,
} from '../../../contract/index.ts';
import { Failure } from '../../../failure.ts';
import { clientOfKey } from '../../keys/index.ts';
import type { BeatmapUploads } from '../beatmap-uploads.ts';
import { type CallbackFields, createCallbackFieldReader, type ReadCallbackFields } from '../callback-fields.ts';
import { refuseWithoutKey } from '../clients/key-check.ts';
import { createClientReader, type RequestClient } from '../clients/request-client.ts';
import type { Dependencies } from '../dependencies.ts';
import { failureOf } from '../errors/error-response.ts';
import { InvalidRequest } from '../errors/invalid-request.ts';
import { type ReceivedFile, receiveForm } from '../forms/receive-form.ts';
import { createRunOnce } from '../idempotency/idempotency-key.ts';
import { type ClientLimiter, createClientLimiter } from '../limits/client-limiter.ts';
import { enforceRateLimit } from '../limits/enforce-rate-limit.ts';
import type { RateState } from '../limits/rate-limiter.ts';
import { withRetryAfter } from '../limits/retry-after.ts';
import { createUploadLimit } from '../limits/upload-limit.ts';
import { applyVideoLimits } from '../limits/video-limits.ts';
import { createReplayChecks, type DecodedReplays, requireLayout } from './check-replays.ts';
import { replayField, replaysField } from './replay-fields.ts';
import { storeFiles } from './store-files.ts';
import { submissionOf } from './submission-of.ts';

/** Reads the settings from the texts of a form. */
export type ReadSettings = (texts: FormTexts) => ParsedSettings;

/** The only differences between a submission to v1 and one to the legacy interface. */
export interface SubmitOptions {
  readonly readSettings?: ReadSettings;
  readonly acceptsBeatmap?: boolean;
  readonly acceptsCallback?: boolean;
}

/** Submissions with one replay or several, and of scores on osu!. */
export interface Submissions {
  readonly submitReplay: SubmitReplay;
  /** Submits several replays of one map for one video. */
  submitTogether(request: FastifyRequest, reply: FastifyReply): Promise<SubmittedJob>;
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

/** More than a page or a bot sends at once. */
const maxUploadsPerClient = 64;

/** Makes the ten checks of a submission in the order of the specification. The first one that fails is the response. */
export function createSubmissions(dependencies: Dependencies, beatmapUploads: BeatmapUploads): Submissions {
  const { config, decoder, jobs, metrics, scores, storage, timeouts, tempFolder } = dependencies;
  const readClient = createClientReader(config);
  const limiter = createSubmissionLimiter(dependencies);
  const readCallback = createCallbackFieldReader({ hosts: config.callbackHosts });
  const runOnce = createRunOnce(dependencies.database);
  const checks = createReplayChecks(decoder);
  const fields = { replay: replayField(config.limits), replays: replaysField(config.limits) };
  const uploads = createUploadLimit(config, maxUploadsPerClient);
  const reader = { tempFolder, idleMs: timeouts.idleMs, uploads };

  const submitReplay: SubmitReplay = (request, reply, options = {}) => {
    const { readSettings = readSubmittedSettings, acceptsBeatmap = false, acceptsCallback = false } = options;
    // Identified first: a client that disconnects later has no address, but must still be counted.
    const client = readClient(request);
    const files = { required: fields.replay, ...(acceptsBeatmap && { optional: beatmapUploads.field }) };
    return counted(() =>
      receiveForm(request, files, {
        reader,
        use: ({ file, attachment, texts }) =>
          runOnce({ request, reply, client: client.client, content: { texts, files: [file, attachment] } }, (jobId) =>
            submit({ replays: [file], attachment, texts }, { client, reply, readSettings, acceptsCallback, jobId }),
          ),
      }),
    );
  };

  const submitTogether: Submissions['submitTogether'] = (request, reply) => {
    const client = readClient(request);
    const files = { several: fields.replays, optional: beatmapUploads.field };
    return counted(() =>
      receiveForm(request, files, {
        reader,
        use: ({ files: replays, attachment, texts }) =>
          runOnce(
            { request, reply, client: client.client, content: { texts, files: [...replays, attachment] } },
            async (jobId) => {
              // A client over its limit does not make the service decode fifty replays.
              enforceLimit(reply, await limiter.peek(client), { isFinal: false });
              const sender = { client, reply, readSettings: readTogetherSettings, acceptsCallback: true, jobId };
              return submit({ replays, attachment, texts, isTogether: true }, sender);
            },
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
        // A client without a key, with invalid fields or over its limit causes no download.
        requireValidCallback(readCallbackFor(texts, { client, reply }));
        applyVideoLimits(requireValid(readSubmittedSettings(texts)), config.limits);
        enforceLimit(reply, await limiter.peek(client), { isFinal: false });
        const bytes = await scores.fetch(score).catch(withRetryAfter(reply));
        const path = tempFolder.newPath();
        try {
          await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
          const file = { name: `${score.id}.osr`, path, sizeBytes: bytes.length };
          const sender = { client, reply, readSettings: readSubmittedSettings, acceptsCallback: true, jobId };
          return await submit({ replays: [file], attachment: null, texts }, sender);
        } finally {
          await rm(path, { force: true });
        }
      });
    });
  };

  return { submitReplay, submitTogether, submitScore };

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

  async function submit(form: ReplayForm, sender: Sender): Promise<SubmittedJob> {
    const { attachment, texts } = form;
    const { client, reply, acceptsCallback, jobId } = sender;
    const callback = acceptsCallback ? readCallbackFor(texts, sender) : null;
    const analyticsPath = tempFolder.newPath();
    try {
      const { replays, settings } = await readReplays(form, sender, analyticsPath);
      const callbackFields = requireValidCallback(callback);
      // Check the rate limit first: validating a beatmap set is expensive.
      if (attachment !== null) {
        enforceLimit(reply, await limiter.peek(client), { isFinal: false });
      }
      const beatmapSet = attachment && (await beatmapUploads.validate(attachment, replays[0].beatmapMd5));
      enforceLimit(reply, await limiter.consume(client));
      const submission = { ...submissionOf(client, settings, replays), ...callbackFields, id: jobId, beatmapSet };
      const paths = {
        replays: form.replays.map(({ path }) => path),
        analytics: analyticsPath,
        beatmap: attachment?.path ?? null,
      };
      const { id } = await jobs.submit(submission, async (newId, storeOptions) => {
        await storeFiles(storage, { jobId: newId, paths }, storeOptions);
        await jobs.markAnalyticsStored(newId);
      });
      return { id };
    } finally {
      await rm(analyticsPath, { force: true });
    }
  }

  /** Decodes the replays first and reads the settings then, as the specification orders the checks. */
  async function readReplays(
    { replays: files, texts, isTogether = false }: ReplayForm,
    { client, readSettings }: Sender,
    analyticsPath: string,
  ): Promise<{ replays: DecodedReplays; settings: SubmittedSettings }> {
    const readAll = () => applyVideoLimits(requireValid(readSettings(texts)), config.limits);
    // All users of a key share its turns.
    const turnsOf = client.key === null ? client.client : clientOfKey(client.key.id);
    if (!isTogether) return { replays: await checks.decodeOne(files[0]!, analyticsPath, turnsOf), settings: readAll() };
    const replays = await checks.decodeSeveral(files, analyticsPath, turnsOf);
    const settings = readAll();
    requireLayout(files, replays, settings.settings.layout ?? defaultLayout);
    return { replays, settings };
  }

  /** Only a client with a key may send the fields of a callback. */
  function readCallbackFor(texts: FormTexts, { client, reply }: Pick<Sender, 'client' | 'reply'>) {
    const callback = readCallback(texts);
    if (callback !== null && client.key === null) throw refuseWithoutKey(reply, 'callback_url and metadata');
    return callback;
  }

  /** A check that is not final adds no headers, because the submission is counted later. */
  function enforceLimit(reply: FastifyReply, rate: RateState, { isFinal = true } = {}): void {
    if (rate.isAllowed && !isFinal) return;
    enforceRateLimit(reply, rate, () => metrics.rateLimitRefused('render'));
  }
}

/** A received form with one replay, or with several for one video. */
interface ReplayForm {
  readonly replays: readonly ReceivedFile[];
  readonly attachment: ReceivedFile | null;
  readonly texts: FormTexts;
  readonly isTogether?: boolean;
}

interface Sender {
  readonly client: RequestClient;
  readonly reply: FastifyReply;
  readonly readSettings: ReadSettings;
  readonly acceptsCallback: boolean;
  /** The id of the new job, if it is given. */
  readonly jobId: string | undefined;
}

function requireValidCallback(read: ReturnType<ReadCallbackFields>): Partial<CallbackFields> {
  if (read !== null && 'errors' in read) throw new InvalidRequest(read.errors);
  return read?.fields ?? {};
}

function requireValid(read: ParsedSettings): SubmittedSettings {
  if ('errors' in read) throw new InvalidRequest(read.errors);
  return read.settings;
}
