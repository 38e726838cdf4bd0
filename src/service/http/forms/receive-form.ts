import { open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { addAbortSignal, type Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { FieldError, FormTexts } from '../../../contract/index.ts';
import { isDiskFull } from '../../../disk-full.ts';
import { Failure } from '../../../failure.ts';
import { rejectOnAbort } from '../../../reject-on-abort.ts';
import type { TempFolder } from '../../temp-folder/index.ts';
import { InvalidRequest } from '../errors/invalid-request.ts';
import type { FileField } from './file-field.ts';

/** The files that a form accepts. */
export interface FormFiles {
  readonly required: FileField;
  readonly optional?: FileField;
}

export interface ReceivedForm {
  readonly file: ReceivedFile;
  /** The optional file; null if the client sent none. */
  readonly attachment: ReceivedFile | null;
  readonly texts: FormTexts;
}

export interface ReceivedFile {
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
}

export interface FormReader {
  readonly tempFolder: Pick<TempFolder, 'newPath'>;
  /** How long a client may pause while it sends. */
  readonly idleMs: number;
}

// The multipart parser discards the rest of a file that is too large without back pressure, so the limit of the whole form
// could be reached first. `write` therefore checks the size of a file instead.
const limits = {
  fileSize: Number.MAX_SAFE_INTEGER,
  fields: 64,
  files: 8,
  parts: 72,
  fieldSize: 8 * 1024,
  headerPairs: 16,
  headerSize: 8 * 1024,
};
const maxNameLength = 100;
/** The size of a form without its files: fields, part headers, and parts that are ignored. */
const maxOtherBytes = 1024 * 1024;

/**
 * Receives a form and writes its files to disk. They exist while `use` runs and are always removed. All limits are
 * enforced while the bytes arrive. Unknown fields and files are ignored.
 */
export async function receiveForm<T>(
  request: FastifyRequest,
  files: FormFiles,
  { reader, use }: { reader: FormReader; use: (form: ReceivedForm) => Promise<T> },
): Promise<T> {
  const paths: string[] = [];
  function newPath(): string {
    const path = reader.tempFolder.newPath();
    paths.push(path);
    return path;
  }
  try {
    return await use(await receive(request, files, { newPath, idleMs: reader.idleMs }));
  } finally {
    for (const path of paths) await rm(path, { force: true });
  }
}

async function receive(
  request: FastifyRequest,
  files: FormFiles,
  { newPath, idleMs }: { newPath: () => string; idleMs: number },
): Promise<ReceivedForm> {
  const limiter = limitBody(request.raw, { idleMs, maxBytes: files.required.maxBytes + maxOtherBytes });
  try {
    return await readParts(request, files, { newPath, limiter });
  } catch (error) {
    // The first failure counts, even if the rest of a refused body reaches another limit in the meantime.
    if (error instanceof Failure) throw error;
    throw limiter.signal.aborted ? limiter.signal.reason : asFailure(error);
  } finally {
    limiter.stop();
    request.raw.unpipe();
  }
}

async function readParts(
  request: FastifyRequest,
  { required, optional }: FormFiles,
  { newPath, limiter }: { newPath: () => string; limiter: BodyLimiter },
): Promise<ReceivedForm> {
  const { signal } = limiter;
  const fields = new Map([required, ...(optional ? [optional] : [])].map((file) => [file.field, file]));
  const files = new Map<string, ReceivedFile>();
  const texts = new Map<string, string[]>();
  // A request without a form is treated as an empty one, so that it gets the same error as a form without a file.
  const parts = request.isMultipart() ? partsOf(request) : noParts();
  for (;;) {
    const { value: part, done } = await rejectOnAbort(parts.next(), signal);
    if (done === true) break;
    const { fieldname: name } = part;
    if ((name ?? '').length > maxNameLength) {
      throw new InvalidRequest([{ field: name.slice(0, maxNameLength), message: 'The name is too long.' }]);
    }
    const field = fields.get(name);
    if (part.type === 'field' || field === undefined) {
      texts.set(name, [...(texts.get(name) ?? []), textOf(part)]);
      if (part.type === 'file') part.file.resume();
    } else {
      if (files.has(name)) throw new InvalidRequest([{ field: name, message: 'Must be given once.' }]);
      const fileName = part.filename ?? '';
      const bytes = addAbortSignal(signal, part.file);
      if (field === optional && fileName === '' && (await isEmpty(bytes))) continue;
      field.checkName(fileName);
      const path = newPath();
      // The optional file raises the limit of the whole form while it arrives, and then by no more than its size.
      if (field === optional) limiter.allow(field.maxBytes);
      const sizeBytes = await write(bytes, path, field);
      if (field === optional) limiter.allow(sizeBytes - field.maxBytes);
      files.set(name, { name: fileName, path, sizeBytes });
    }
  }
  const file = files.get(required.field);
  const errors: FieldError[] = [];
  if (file === undefined) {
    errors.push({ field: required.field, message: texts.has(required.field) ? 'Must be a file.' : 'Is required.' });
  }
  if (optional && texts.has(optional.field)) errors.push({ field: optional.field, message: 'Must be a file.' });
  if (file === undefined || errors.length > 0) throw new InvalidRequest(errors);
  return { file, attachment: (optional && files.get(optional.field)) ?? null, texts };
}

/** A browser sends an empty file input as a file without a name and without content. */
async function isEmpty(stream: Readable): Promise<boolean> {
  for await (const _ of stream) return false;
  return true;
}

function partsOf(request: FastifyRequest) {
  return request.parts({ limits });
}

async function* noParts(): ReturnType<typeof partsOf> {}

/** Stands for a file or a truncated text where a text is expected. No field accepts it as a value. */
const invalidText = '\u0000';

function textOf(part: { value?: unknown; valueTruncated?: boolean }): string {
  return typeof part.value === 'string' && part.valueTruncated !== true ? part.value : invalidText;
}

async function write(stream: Readable, path: string, field: FileField): Promise<number> {
  const handle = await open(path, 'wx', 0o600);
  try {
    let sizeBytes = 0;
    for await (const chunk of stream) {
      sizeBytes += chunk.length;
      if (sizeBytes > field.maxBytes) throw field.tooLarge();
      await handle.writeFile(chunk);
    }
    return sizeBytes;
  } finally {
    await handle.close();
  }
}

interface BodyLimiter {
  readonly signal: AbortSignal;
  /** Raises the maximum size of the body, or lowers it if the number is negative. */
  allow(moreBytes: number): void;
  stop(): void;
}

/** Aborts the reading of a body that is too large or pauses for too long. */
function limitBody(request: IncomingMessage, { idleMs, maxBytes }: { idleMs: number; maxBytes: number }): BodyLimiter {
  const controller = new AbortController();
  let receivedBytes = 0;
  let allowedBytes = maxBytes;
  const timer = setTimeout(() => controller.abort(new Failure('request/timed-out')), idleMs);
  function onData(chunk: Buffer): void {
    timer.refresh();
    receivedBytes += chunk.length;
    if (receivedBytes > allowedBytes) controller.abort(new Failure('request/too-large'));
  }
  request.on('data', onData);
  return {
    signal: controller.signal,
    allow(moreBytes): void {
      allowedBytes += moreBytes;
    },
    stop(): void {
      clearTimeout(timer);
      request.off('data', onData);
    },
  };
}

/** Errors of the multipart parser are the client's fault; errors with a syscall come from the disk. */
function asFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ('syscall' in error) {
    return isDiskFull(error) ? new Failure('storage/full', undefined, { cause: error }) : error;
  }
  if ('statusCode' in error && error.statusCode === 413) {
    return new Failure('request/too-large', undefined, { cause: error });
  }
  return new Failure('request/malformed', undefined, { cause: error });
}
