import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { workerProtocol, workerProtocolHeader } from '../../../contract/index.ts';
import { Failure, type FailureCode, failures } from '../../../failure.ts';

/** The service as a lent worker sees it. Refusals by the service are failures; after any other error, a retry may succeed. */
export interface ServiceClient {
  post<T>(path: string, body: object, answer: z.ZodType<T>, options?: PostOptions): Promise<T>;
  /** Sends a file, again if that is interrupted. */
  upload(path: string, file: string, options: { readonly signal: AbortSignal }): Promise<void>;
  /** A link that the service has given: a path of the service, or another address such as that of its bucket. */
  download(
    link: string,
    options: { readonly bytes: number; readonly signal?: AbortSignal | undefined },
  ): Promise<Readable>;
}

interface PostOptions {
  /** How often to send it, if no answer arrives. */
  readonly tries?: number;
  /** How long the service may hold the request. */
  readonly waitMs?: number;
  /** Gives the request up. */
  readonly signal?: AbortSignal;
}

export interface ServiceClientOptions {
  /** As `readLentServiceUrl` returns it. */
  readonly serviceUrl: string;
  readonly token: string;
}

const requestTimeoutMs = 15_000;
/** An upload that makes no progress for this time is interrupted. */
const idleMs = 30_000;
const maxAnswerLength = 1024 * 1024;
const maxTries = 5;
const firstWaitMs = 500;

export function createServiceClient({ serviceUrl, token }: ServiceClientOptions): ServiceClient {
  const headers = { authorization: `Bearer ${token}`, [workerProtocolHeader]: String(workerProtocol) };

  async function withTries<T>(act: () => Promise<T>, tries: number, signal?: AbortSignal): Promise<T> {
    for (let count = 1; ; count++) {
      try {
        return await act();
      } catch (error) {
        if (signal?.aborted || count >= tries || isFinal(error)) throw error;
        await sleep(firstWaitMs * 2 ** (count - 1), undefined, { signal });
      }
    }
  }

  async function postOnce<T>(
    path: string,
    body: object,
    answer: z.ZodType<T>,
    { waitMs = 0, signal }: PostOptions,
  ): Promise<T> {
    const timeout = AbortSignal.timeout(waitMs + requestTimeoutMs);
    const response = await fetch(`${serviceUrl}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const parsed = answer.safeParse(readAnswer(response.status, await response.text()));
    if (parsed.success) return parsed.data;
    throw new Error('The service answered with something else than expected.', { cause: parsed.error });
  }

  async function uploadOnce(path: string, file: string, signal: AbortSignal): Promise<void> {
    const { size } = await stat(file);
    const url = new URL(`${serviceUrl}${path}`);
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing = send(url, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'video/mp4', 'content-length': size },
      signal,
      timeout: idleMs,
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('The upload made no progress.')));
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once('response', resolve);
      outgoing.once('error', reject);
    });
    // The service may refuse before it has read everything: its answer then says why.
    const sent = pipeline(createReadStream(file), outgoing);
    sent.catch(() => {});
    const response = await answered;
    readAnswer(response.statusCode ?? 0, await text(response));
    await sent;
  }

  return {
    post: (path, body, answer, { tries = 1, ...options } = {}) =>
      withTries(() => postOnce(path, body, answer, options), tries, options.signal),
    upload: (path, file, { signal }) => withTries(() => uploadOnce(path, file, signal), maxTries, signal),
    async download(link, { bytes, signal }) {
      const isOwn = link.startsWith('/');
      const url = new URL(isOwn ? `${serviceUrl}${link}` : link);
      if (!isOwn && url.protocol !== 'https:' && !serviceUrl.startsWith('http:')) {
        throw new Error('The service gave a link without HTTPS.');
      }
      const response = await fetch(url, {
        // The token is for the service itself, not for its bucket.
        headers: isOwn && link.startsWith('/v1/workers/') ? headers : {},
        redirect: 'error',
        signal,
      });
      if (response.status !== 200 || response.body === null) {
        await response.body?.cancel();
        throw new Error(`A download was answered with status ${response.status}.`);
      }
      return Readable.from(exactly(Readable.fromWeb(response.body as never), bytes));
    },
  };
}

/** Refuses a file whose length differs from the one that the service announced. */
async function* exactly(chunks: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array, void, void> {
  let received = 0;
  for await (const chunk of chunks) {
    received += chunk.length;
    if (received > bytes) break;
    yield chunk;
  }
  if (received !== bytes) throw new Error(`A download has another length than ${bytes} bytes.`);
}

/** Accepts only the service's own answers, not the error page of a proxy or of another server. */
function readAnswer(status: number, body: string): unknown {
  const answer = body.length <= maxAnswerLength ? jsonOf(body) : null;
  if (status === 200 && answer !== null) return answer;
  const { code = '', detail = '' } = (answer ?? {}) as { code?: unknown; detail?: unknown };
  if (typeof code === 'string' && code in failures) throw new Failure(code as FailureCode, String(detail));
  throw new Error(`The service answered with status ${status}.`);
}

function jsonOf(body: string): object | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** Whether the same request would be refused again. */
function isFinal(error: unknown): boolean {
  return error instanceof Failure && !failures[error.code].retry;
}

/** Whether the service refuses the worker itself, and not only one of its requests. */
export function isWorkerRefused(error: unknown): error is Failure {
  return error instanceof Failure && refusals.includes(error.code);
}

const refusals: readonly FailureCode[] = ['worker/unknown-token', 'worker/suspended', 'worker/other-protocol'];
