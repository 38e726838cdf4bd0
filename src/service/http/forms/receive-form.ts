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
import { namingFile, refusedFile } from '../errors/refused-file.ts';
import type { UploadLimit } from '../limits/upload-limit.ts';
import type { FileField, FilesField } from './file-field.ts';
import { type FilePart, readFormParts, type TextPart } from './form-parts.ts';

/** The files that a form accepts. */
export interface FormFiles {
  readonly required?: FileField;
  readonly optional?: FileField;
  readonly several?: FilesField;
}

export interface ReceivedForm<Files extends FormFiles = FormFiles> {
  /** The required file; null if the form has none. */
  readonly file: Files extends { readonly required: FileField } ? ReceivedFile : ReceivedFile | null;
  /** The optional file; null if the client sent none. */
  readonly attachment: ReceivedFile | null;
  /** The files of the field that takes several, in the order in which they were sent. */
  readonly files: readonly ReceivedFile[];
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
  readonly uploads: UploadLimit;
}

const maxNameLength = 100;
/** The size of a form without its files: fields, part headers, and parts that are ignored. */
const maxOtherBytes = 1024 * 1024;

/**
 * Receives a form and writes its files to disk. They exist while `use` runs and are always removed. All limits are
 * enforced while the bytes arrive. Unknown fields and files are ignored.
 */
export async function receiveForm<T, Files extends FormFiles>(
  request: FastifyRequest,
  files: Files,
  { reader, use }: { reader: FormReader; use: (form: ReceivedForm<Files>) => Promise<T> },
): Promise<T> {
  const end = reader.uploads.begin(request);
  const paths: string[] = [];
  function newPath(): string {
    const path = reader.tempFolder.newPath();
    paths.push(path);
    return path;
  }
  try {
    const form = await receive(request, files, { newPath, idleMs: reader.idleMs });
    // A form without its required file was refused.
    return await use(form as ReceivedForm<Files>);
  } finally {
    end();
    for (const path of paths) await rm(path, { force: true });
  }
}

async function receive(
  request: FastifyRequest,
  files: FormFiles,
  { newPath, idleMs }: { newPath: () => string; idleMs: number },
): Promise<ReceivedForm> {
  const fileBytes = (files.required?.maxBytes ?? 0) + (files.several?.maxTotalBytes ?? 0);
  const limiter = limitBody(request.raw, { idleMs, maxBytes: fileBytes + maxOtherBytes });
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
  { required, optional, several }: FormFiles,
  { newPath, limiter }: { newPath: () => string; limiter: BodyLimiter },
): Promise<ReceivedForm> {
  const { signal } = limiter;
  const fields = new Map([required, optional, several].flatMap((file) => (file ? [[file.field, file]] : [])));
  const files = new Map<string, ReceivedFile>();
  const severalFiles: ReceivedFile[] = [];
  const texts = new Map<string, string[]>();
  // A request without a form is treated as an empty one, so that it gets the same error as a form without a file.
  const partOptions = { fileFields: new Set(fields.keys()), maxFiles: several?.maxFiles };
  const parts = isMultipart(request) ? readFormParts(request.raw, partOptions) : noParts();
  for (;;) {
    const { value: part, done } = await rejectOnAbort(parts.next(), signal);
    if (done === true) break;
    const { name } = part;
    if (name.length > maxNameLength) {
      throw new InvalidRequest([{ field: name.slice(0, maxNameLength), message: 'The name is too long.' }]);
    }
    const field = fields.get(name);
    if (part.kind === 'text' || field === undefined) {
      texts.set(name, [...(texts.get(name) ?? []), part.kind === 'text' ? textOf(part) : invalidText]);
      if (part.kind === 'file') part.bytes.resume();
    } else if (field === several) {
      severalFiles.push(
        await receiveNext({ ...part, bytes: addAbortSignal(signal, part.bytes) }, several, severalFiles),
      );
    } else {
      if (files.has(name)) throw new InvalidRequest([{ field: name, message: 'Must be given once.' }]);
      const { fileName } = part;
      const bytes = addAbortSignal(signal, part.bytes);
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
  const file = (required && files.get(required.field)) ?? null;
  const errors: FieldError[] = [];
  const missing = required && file === null ? required : severalFiles.length === 0 ? several : undefined;
  if (missing !== undefined) {
    errors.push({ field: missing.field, message: texts.has(missing.field) ? 'Must be a file.' : 'Is required.' });
  }
  // Some clients send an optional file that the user left out as an empty text.
  if (optional && texts.get(optional.field)?.some((text) => text !== '')) {
    errors.push({ field: optional.field, message: 'Must be a file.' });
  }
  if (errors.length > 0) throw new InvalidRequest(errors);
  return { file, attachment: (optional && files.get(optional.field)) ?? null, files: severalFiles, texts };

  /** Writes the next of several files. Its failure names it. */
  async function receiveNext(
    { fileName: name, bytes }: FilePart,
    field: FilesField,
    earlier: readonly ReceivedFile[],
  ): Promise<ReceivedFile> {
    if (earlier.length === field.maxFiles) throw field.tooMany();
    const freeBytes = field.maxTotalBytes - earlier.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const tooLarge = freeBytes < field.maxBytes ? field.tooLargeTogether : field.tooLarge;
    const file = { field: field.field, name, number: earlier.length + 1 };
    await namingFile(file, () => field.checkName(name));
    const path = newPath();
    const maxBytes = Math.min(freeBytes, field.maxBytes);
    const sizeBytes = await write(bytes, path, { maxBytes, tooLarge: () => refusedFile(file, tooLarge()) });
    return { name, path, sizeBytes };
  }
}

/** A browser sends an empty file input as a file without a name and without content. */
async function isEmpty(stream: Readable): Promise<boolean> {
  for await (const _ of stream) return false;
  return true;
}

/** Whether the body is a multipart form. */
export function isMultipart({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /^multipart\/form-data/i.test(headers['content-type'] ?? '');
}

async function* noParts(): ReturnType<typeof readFormParts> {}

/** Stands for a file or an unreadable text where a text is expected. No field accepts it as a value. */
const invalidText = '\u0000';

/** The text of a field. A JSON string stands for its characters; other JSON values are written as the texts of forms are. */
function textOf({ text, type, isTruncated }: TextPart): string {
  if (isTruncated) return invalidText;
  if (type !== 'application/json') return text;
  try {
    const value: unknown = JSON.parse(text);
    if (value === null) return invalidText;
    return typeof value === 'string' ? value : text.trim();
  } catch {
    return invalidText;
  }
}

async function write(stream: Readable, path: string, field: Pick<FileField, 'maxBytes' | 'tooLarge'>): Promise<number> {
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

/** Errors with a syscall come from the disk; all others come from the stream of a truncated file. */
function asFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (!('syscall' in error)) return new Failure('request/malformed', undefined, { cause: error });
  return isDiskFull(error) ? new Failure('storage/full', undefined, { cause: error }) : error;
}
