import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { completionResult, noJobId, type Completion as Report } from '../../../contract/index.ts';
import { Failure } from '../../../failure.ts';
import type { Log } from '../../../log.ts';
import { type Completion, type CompletionResult, signatureOf } from '../../jobs/index.ts';

/** Reports the end of a job to the service. Throws `callback/undelivered` when the report cannot be delivered. */
export type Complete = (
  jobId: string,
  completion: Completion,
  options: {
    attempt: number;
    signal: AbortSignal;
    /** Called when the first try has failed and the report will be sent again. */
    onRetry?: () => void;
  },
) => Promise<CompletionResult>;

/** Sends completion reports to a service on another machine. */
export interface CompletionReporter {
  readonly complete: Complete;
  /** Throws unless the service at SERVICE_URL accepts reports with this worker's secret and clock. Changes nothing. */
  check(signal: AbortSignal): Promise<void>;
}

export interface CompletionReporterOptions {
  /** Without a trailing slash. */
  readonly serviceUrl: string;
  readonly secret: string;
  readonly log: Log;
  readonly now?: () => number;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** Long, because a finished render is valuable; the worker keeps its claim. */
const deliveryTimeoutMs = 10 * 60_000;
const firstWaitMs = 500;
const maxWaitMs = 30_000;
const requestTimeoutMs = 15_000;
/** The service's own responses are shorter. */
const maxAnswerLength = 16 * 1024;
const maxErrorLength = 4_000;

/** Sends completion reports to `POST /v1/jobs/{id}/webhook`, for a worker on another machine. */
export function createCompletionReporter(options: CompletionReporterOptions): CompletionReporter {
  const { serviceUrl, secret, log, now = Date.now, wait = (ms, signal) => sleep(ms, undefined, { signal }) } = options;

  /** Returns the service's response, or the error if there is none. */
  async function post(jobId: string, result: RenderReport, signal: AbortSignal): Promise<CompletionResult | Error> {
    // Each try has a new nonce: the service may have recorded the previous one although its response was lost.
    const report: Report = { ...result, timestamp: Math.floor(now() / 1000), nonce: randomUUID() };
    const body = Buffer.from(JSON.stringify(report));
    try {
      const response = await fetch(`${serviceUrl}/v1/jobs/${jobId}/webhook`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'x-signature': signatureOf(body, secret) },
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]),
      });
      return readAnswer(response.status, await readText(response));
    } catch (cause) {
      signal.throwIfAborted();
      return new Error('The service at SERVICE_URL did not respond.', { cause });
    }
  }

  return {
    async complete(jobId, completion, { attempt, signal, onRetry }) {
      const startedAt = now();
      for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, maxWaitMs)) {
        const result = await post(jobId, reportOf(completion, attempt), signal);
        if (!(result instanceof Error)) return result;
        log.warn({ jobId, attempt, err: result }, 'could not report the end of a job to the service');
        if (now() - startedAt + waitMs > deliveryTimeoutMs) {
          throw new Failure('callback/undelivered', result.message, { cause: result });
        }
        if (waitMs === firstWaitMs) onRetry?.();
        await wait(waitMs, signal);
      }
    },
    async check(signal) {
      const result = await post(noJobId, { success: false, error: 'A worker checks that its reports arrive.' }, signal);
      if (result instanceof Error) throw result;
      // Another server may respond to every request with success.
      if (result !== 'unknown') throw new Error('SERVICE_URL is not the address of the service.');
    },
  };
}

type RenderReport = Omit<Report, 'timestamp' | 'nonce'>;

/** The specified fields, plus the attempt and the error code. */
function reportOf(completion: Completion, attempt: number): RenderReport {
  if (!completion.success) {
    const { error, code, logKey } = completion;
    const shortError = error.slice(0, maxErrorLength);
    return { success: false, error: shortError, error_code: code ?? null, log_key: logKey ?? null, attempt };
  }
  const { videoKey, thumbKey, logKey, pp } = completion;
  return { success: true, video_key: videoKey, thumb_key: thumbKey, log_key: logKey, pp, attempt };
}

/** Accepts only the service's own responses, not the error page of a proxy or of another server. */
function readAnswer(status: number, text: string): CompletionResult | Error {
  const body = jsonOf(text);
  const taken = completionResult.safeParse(body);
  if (status === 200 && taken.success) return taken.data.status;
  const code = body !== null && typeof body === 'object' && 'code' in body ? String(body.code) : null;
  if (status === 404 && code === 'job/not-found') return 'unknown';
  if (code === 'callback/unsigned') return new Error("The WEBHOOK_SECRET of the service differs from this worker's.");
  if (code === 'callback/out-of-time') {
    return new Error('The clocks of the service and this worker differ by more than five minutes.');
  }
  if (code === 'callback/not-configured') return new Error('The service has no WEBHOOK_SECRET.');
  if (code === null) return new Error(`SERVICE_URL responded with ${status}, but not as the service does.`);
  return new Error(`The service responded with ${status} (${code.slice(0, 80)}).`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function readText({ body }: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > maxAnswerLength) break;
  }
  return text;
}
