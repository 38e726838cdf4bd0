import { z } from 'zod';
import { type Completion, completion, completionResult, noJobId, parseJobId } from '../../../contract/index.ts';
import { Failure } from '../../../failure.ts';
import { isSignedBy, type Completion as JobCompletion } from '../../jobs/index.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { errorSchemas } from '../errors/error-schemas.ts';
import { InvalidRequest } from '../errors/invalid-request.ts';
import { skipValidation } from '../forms/form-routes.ts';
import { requireUnencoded } from '../requests/require-unencoded.ts';
import { jobParams } from './jobs.ts';

const maxBodyBytes = 64 * 1024;
const maxAgeSeconds = 300;

export function addCompletionRoute(app: App, { jobs, config: { webhookSecret } }: Dependencies): void {
  function requireSecret(): string {
    if (webhookSecret === null) throw new Failure('callback/not-configured');
    return webhookSecret;
  }

  app.register(async (scope: App) => {
    scope.addHook('onRequest', async ({ raw }) => {
      requireSecret();
      // The signature is checked before the media type, but Fastify would refuse one that it cannot parse at once.
      delete raw.headers['content-type'];
    });
    // The signature covers the raw bytes, so no parser may touch them, whatever their media type.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: maxBodyBytes },
      async (_: unknown, body: Buffer) => body,
    );

    scope.post(
      '/v1/jobs/:job_id/webhook',
      {
        // The handler validates the body, after its signature.
        validatorCompiler: skipValidation,
        schema: {
          operationId: 'reportCompletion',
          tags: ['internal'],
          summary: 'Internal completion callback',
          description:
            'A render worker reports the result of a render. The header X-Signature contains the HMAC-SHA256 of the raw ' +
            'body with the key WEBHOOK_SECRET, as lowercase hex digits.',
          params: jobParams,
          headers: z.object({
            'x-signature': z.string().describe('HMAC-SHA256 of the raw body, as lowercase hex digits.'),
          }),
          body: completion.describe('The result of the render.'),
          response: {
            200: completionResult.describe('The report was accepted.'),
            ...errorSchemas(
              'callback/not-configured',
              'callback/unsigned',
              'callback/out-of-time',
              'callback/repeated',
              'request/invalid',
              'request/too-large',
              'request/unsupported-encoding',
              'job/not-found',
              'database/unavailable',
            ),
          },
        },
      },
      async (request, reply) => {
        const { params, body, headers, raw } = request;
        const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
        const signature = headers['x-signature'];
        if (typeof signature !== 'string' || !isSignedBy(requireSecret(), bytes, signature)) {
          throw new Failure('callback/unsigned');
        }
        requireUnencoded(request, reply);
        requireJson(raw.headersDistinct['content-type']);
        const report = readReport(bytes);
        if (Math.abs(Date.now() / 1000 - report.timestamp) > maxAgeSeconds) throw new Failure('callback/out-of-time');
        if (!(await jobs.recordNonce(report.nonce))) throw new Failure('callback/repeated');
        const id = parseJobId(params.job_id);
        const attempt = report.attempt ?? undefined;
        const status = id === null ? 'unknown' : await jobs.complete(id, jobCompletionOf(report), { attempt });
        request.isRoutine = id === noJobId;
        if (status === 'unknown') throw new Failure('job/not-found');
        return { status };
      },
    );
  });
}

/** Throws if the client declares another media type. Without one, the body decides. */
function requireJson(mediaTypes: readonly string[] = []): void {
  if (mediaTypes.every((type) => /^application\/json[ \t]*(;|$)/i.test(type))) return;
  throw new InvalidRequest([{ field: 'Content-Type', message: 'Must be application/json.' }]);
}

function readReport(body: Buffer): Completion {
  const parsed = completion.safeParse(jsonOf(body));
  if (parsed.success) return parsed.data;
  throw new InvalidRequest(parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })));
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch (cause) {
    throw new InvalidRequest([{ field: 'body', message: 'Must be JSON.' }], 'request/invalid', { cause });
  }
}

function jobCompletionOf(report: Completion): JobCompletion {
  const logKey = report.log_key ?? null;
  if (!report.success) {
    const { error, error_code: code } = report;
    return { success: false, error: error ?? 'The worker reported no reason.', code: code ?? null, logKey };
  }
  return {
    success: true,
    videoKey: report.video_key ?? null,
    thumbKey: report.thumb_key ?? null,
    logKey,
    pp: report.pp ?? null,
  };
}
