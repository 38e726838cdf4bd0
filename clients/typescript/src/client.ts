import type {
  Analytics,
  Job,
  JobConfig,
  JobCreated,
  JobList,
  Settings,
  SkinList,
  SkinRemoved,
  SkinUploaded,
  TogetherSettings,
} from './api-types.ts';
import { RepriseError } from './errors.ts';
import { type FollowOptions, followJob, type JobEvent } from './follow.ts';
import { canRepeat, createSender, readJson, sleep } from './request.ts';

export interface ClientOptions {
  /** The address of the service, such as `https://replays.example`. Empty: the site of the page. */
  readonly baseUrl?: string;
  /** A key of the operator; optional unless the service requires one. */
  readonly key?: string;
  /** The user for whom the requests are, with limits of their own; only with a key. */
  readonly onBehalfOf?: string;
  /** Instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface RequestOptions {
  readonly signal?: AbortSignal;
}

/** The fields of a submission; those left out have their defaults. */
export interface SubmitOptions extends RequestOptions, Partial<Omit<JobConfig, 'replay_stats' | 'settings'>> {
  readonly settings?: Partial<Settings>;
  /** The beatmap set, a file `.osz`, for a map that no mirror has. */
  readonly beatmap?: Blob;
  /** Where the service reports the end of the job; only with a key. */
  readonly callback_url?: string;
  /** Any JSON of at most 2 kB, which the key gets back with the job. */
  readonly metadata?: unknown;
  /** Requests with the same key create one job. By default, the repetitions of one call share a random one. */
  readonly idempotencyKey?: string;
  /** Whether to wait and repeat the request while a limit is reached or the service does not respond. By default true. */
  readonly waits?: boolean;
}

/** The fields of a submission of several replays; without a layout, their cursors share one playfield (`ghosts`). */
export interface TogetherOptions extends Omit<SubmitOptions, 'settings'> {
  readonly settings?: Partial<TogetherSettings>;
}

type CreateOptions = { readonly [name in 'signal' | 'idempotencyKey' | 'waits']: SubmitOptions[name] | undefined };

export interface WaitOptions extends FollowOptions {
  /** Called with the job whenever it has changed. */
  readonly onJob?: (job: Job) => void;
}

export type DownloadKind = 'video' | 'thumbnail' | 'preview' | 'log' | 'replay';

/** The functions of the service. All of them throw a `RepriseError` if the service refuses a request. */
export interface Client {
  /** Submits a replay, the content of a file `.osr`. */
  submit(replay: Blob, options?: SubmitOptions): Promise<JobCreated>;
  /** Submits 2 to 50 replays of one map for one video. A file's name is in the error if it is refused. */
  submitTogether(replays: readonly Blob[], options?: TogetherOptions): Promise<JobCreated>;
  /** Submits the replay of a score on osu!: its id, or the link to its page. */
  submitScore(score: string | number, options?: Omit<SubmitOptions, 'beatmap'>): Promise<JobCreated>;
  job(id: string, options?: RequestOptions): Promise<Job>;
  /** A page of the list of jobs; the query has the names of `GET /v1/jobs`. */
  jobs(query?: Readonly<Record<string, string | number | boolean>>, options?: RequestOptions): Promise<JobList>;
  /** The events of a job until its end, also after lost connections. */
  follow(id: string, options?: FollowOptions): AsyncGenerator<JobEvent, void>;
  /** Waits for the end of a job. Throws a `RepriseError` with its `error_code` if it fails. */
  wait(id: string, options?: WaitOptions): Promise<Job>;
  /** The response with one of the replays of a video of several, from 1; `players` of the job lists them. */
  downloadReplay(job: Job, number: number, options?: RequestOptions): Promise<Response>;
  /** The response with a file of a job, whose body can be streamed. */
  download(job: Job, kind: DownloadKind, options?: RequestOptions): Promise<Response>;
  /** The analytics of a play; null if they are not available yet. */
  analytics(id: string, options?: RequestOptions): Promise<Analytics | null>;
  cancel(id: string, options?: RequestOptions): Promise<Job>;
  retry(id: string, options?: RequestOptions & { readonly beatmap?: Blob }): Promise<JobCreated>;
  removeFiles(id: string, options?: RequestOptions): Promise<Job>;
  skins(options?: RequestOptions): Promise<SkinList>;
  /** Uploads a skin, the content of a file `.osk`, under this name. */
  uploadSkin(name: string, skin: Blob, options?: RequestOptions): Promise<SkinUploaded>;
  /** Removes a skin that this client has uploaded. */
  removeSkin(name: string, options?: RequestOptions): Promise<SkinRemoved>;
}

export function createClient(options: ClientOptions = {}): Client {
  const { baseUrl = '', key, onBehalfOf, fetch = globalThis.fetch.bind(globalThis) } = options;
  const origin = baseUrl.replace(/\/+$/, '');
  const send = createSender({
    baseUrl: origin,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(onBehalfOf !== undefined && { 'x-on-behalf-of': onBehalfOf }),
    },
    fetch,
  });
  const read = async <T>(path: string, init: RequestInit = {}): Promise<T> =>
    readJson<T>(await send(path, init), init.signal);
  const jobPath = (id: string) => `/v1/jobs/${encodeURIComponent(id)}`;
  const follow = (id: string, following: FollowOptions = {}) => followJob(send, `${jobPath(id)}/events`, following);
  const signalOf = ({ signal }: RequestOptions): RequestInit => (signal ? { signal } : {});

  function create(path: string, { body, headers }: RequestInit, options: CreateOptions): Promise<JobCreated> {
    const { signal, idempotencyKey = randomId(), waits = true } = options;
    const init = {
      method: 'POST',
      body,
      headers: { ...headers, 'idempotency-key': idempotencyKey },
      ...signalOf(options),
    };
    const submit = () => read<JobCreated>(path, init);
    return waits ? repeat(submit, signal) : submit();
  }

  return {
    submit(replay, { signal, idempotencyKey, waits, ...fields } = {}) {
      const form = formOf(fields);
      form.set('replay', replay, 'replay.osr');
      return create('/v1/render', { body: form }, { signal, idempotencyKey, waits });
    },
    submitTogether(replays, { signal, idempotencyKey, waits, ...fields } = {}) {
      const form = formOf(fields);
      for (const replay of replays) form.append('replay', replay, nameOf(replay));
      return create('/v1/render/together', { body: form }, { signal, idempotencyKey, waits });
    },
    submitScore(score, { metadata, signal, idempotencyKey, waits, ...fields } = {}) {
      // The service reads a text as JSON, as in a form.
      const body = JSON.stringify({ score, ...fields, metadata: JSON.stringify(metadata) });
      const headers = { 'content-type': 'application/json' };
      return create('/v1/render/score', { body, headers }, { signal, idempotencyKey, waits });
    },
    job: (id, requestOptions = {}) => read(jobPath(id), signalOf(requestOptions)),
    jobs: (query = {}, requestOptions = {}) => {
      const search = new URLSearchParams();
      for (const [name, value] of Object.entries(query)) search.set(name, String(value));
      return read(`/v1/jobs?${search}`, signalOf(requestOptions));
    },
    follow,
    async wait(id, { onJob, ...following } = {}) {
      let last: Job | undefined;
      for await (const { event, data } of follow(id, following)) {
        if (event !== 'job') continue;
        last = data;
        onJob?.(data);
      }
      const job = last ?? (await read<Job>(jobPath(id), signalOf(following)));
      if (job.status === 'completed') return job;
      throw new RepriseError(0, { code: job.error_code ?? 'service/internal', detail: job.error_hint ?? '' });
    },
    downloadReplay: ({ job_id }, number, requestOptions = {}) =>
      send(`${jobPath(job_id)}/replays/${number}`, signalOf(requestOptions)),
    download: async (job, kind, requestOptions = {}) => send(filePath(job, kind), signalOf(requestOptions)),
    async analytics(id, requestOptions = {}) {
      const response = await send(`${jobPath(id)}/analytics`, signalOf(requestOptions));
      return response.status === 202 ? null : readJson<Analytics>(response, requestOptions.signal);
    },
    cancel: (id, requestOptions = {}) => read(jobPath(id), { method: 'DELETE', ...signalOf(requestOptions) }),
    retry(id, { beatmap, ...requestOptions } = {}) {
      const form = new FormData();
      if (beatmap !== undefined) form.set('beatmap', beatmap, 'beatmap.osz');
      const body = beatmap === undefined ? {} : { body: form };
      return read(`${jobPath(id)}/retry`, { method: 'POST', ...body, ...signalOf(requestOptions) });
    },
    removeFiles: (id, requestOptions = {}) =>
      read(`${jobPath(id)}/artifacts`, { method: 'DELETE', ...signalOf(requestOptions) }),
    skins: (requestOptions = {}) => read('/v1/skins', signalOf(requestOptions)),
    uploadSkin(name, skin, requestOptions = {}) {
      const form = new FormData();
      form.set('skin', skin, `${name}.osk`);
      return read('/v1/skins/upload', { method: 'POST', body: form, ...signalOf(requestOptions) });
    },
    removeSkin: (name, requestOptions = {}) =>
      read(`/v1/skins/${encodeURIComponent(name)}`, { method: 'DELETE', ...signalOf(requestOptions) }),
  };
}

type FormFields = Omit<TogetherOptions, 'signal' | 'idempotencyKey' | 'waits'>;

function formOf({ settings, metadata, beatmap, ...fields }: FormFields): FormData {
  const form = new FormData();
  if (beatmap !== undefined) form.set('beatmap', beatmap, 'beatmap.osz');
  if (settings !== undefined) form.set('settings', JSON.stringify(settings));
  if (metadata !== undefined) form.set('metadata', JSON.stringify(metadata));
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value));
  return form;
}

/** A `File` has a name, by which an error of the service refers to it. */
function nameOf(replay: Blob): string {
  return 'name' in replay && typeof replay.name === 'string' ? replay.name : 'replay.osr';
}

/** The links of a job may begin with a path at which the service is offered; the base URL has that path already. */
function filePath({ job_id, artifacts }: Job, kind: DownloadKind): string {
  if (kind === 'replay') return `/v1/jobs/${job_id}/replay`;
  const { video_url, thumbnail_url, preview_url, logs_url } = artifacts;
  const link = { video: video_url, thumbnail: thumbnail_url, preview: preview_url, log: logs_url }[kind];
  if (link === null) throw new RepriseError(404, { code: 'artifact/not-found', detail: 'The job has no preview.' });
  return link.slice(link.indexOf('/v1/'));
}

const defaultPauseSeconds = 5;

async function repeat<T>(request: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!canRepeat(error)) throw error;
      await sleep(error.retryAfterSeconds ?? defaultPauseSeconds, signal);
    }
  }
}

/** `randomUUID` exists only on pages with https. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
