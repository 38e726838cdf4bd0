import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { FormTexts } from '../../../contract/index.ts';
import type { FailureCode } from '../../../failure.ts';
import type { Database } from '../../database/index.ts';
import { InvalidRequest } from '../errors/invalid-request.ts';
import type { ReceivedFile } from '../forms/receive-form.ts';
import { createStoredAnswers, idempotencyKeyHeader } from './stored-answers.ts';

/** What distinguishes a request from others of its client: the same content may arrive with other boundaries between parts. */
export interface RequestContent {
  readonly texts?: FormTexts;
  readonly files: readonly (ReceivedFile | null)[];
}

export interface IdempotentRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly client: string;
  readonly content: RequestContent;
}

/** Calls `run`, or returns the answer to an earlier request with the same Idempotency-Key. */
export type RunOnce = <T extends object>(
  request: IdempotentRequest,
  run: (jobId: string | undefined) => Promise<T>,
) => Promise<T>;

export const idempotencyFailures = ['idempotency/in-progress', 'idempotency/mismatch'] as const satisfies FailureCode[];

/** Only for the description of the API. */
export const idempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .optional()
    .describe(
      '1 to 128 visible ASCII characters, chosen by the client. A repetition of the request with the same key gets the same ' +
        'answer for 24 hours, with the header `Idempotency-Replayed: true`, and creates nothing.',
    ),
});

export function createRunOnce(database: Pick<Database, 'db'>): RunOnce {
  const storedAnswers = createStoredAnswers(database);
  return async ({ request, reply, client, content }, run) => {
    const key = readKey(request);
    if (key === null) return run(undefined);
    const contentDigest = await digestOf(request, content);
    const { value, isRepeated } = await storedAnswers.answer({ client, key, contentDigest }, run);
    if (isRepeated) reply.header('idempotency-replayed', 'true');
    return value;
  };
}

function readKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,128}$/.test(key)) return key;
  throw new InvalidRequest([{ field: idempotencyKeyHeader, message: 'Must have 1 to 128 visible ASCII characters.' }]);
}

async function digestOf({ routeOptions, params }: FastifyRequest, { texts, files }: RequestContent): Promise<Buffer> {
  const sent = await Promise.all(files.map(async (file) => file && [file.name, await digestOfFile(file.path)]));
  const fields = [...(texts ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([routeOptions.url, params, fields, sent]))
    .digest();
}

async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
