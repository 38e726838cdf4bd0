import { open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { addAbortSignal, type Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { FormTexts } from '../../contract/index.ts';
import { Failure } from '../../failure.ts';
import { InvalidRequest } from './invalid-request.ts';
import type { UploadFolder } from './upload-folder.ts';

/** The files of a form. */
export interface FormRules {
  /** The one it must carry. */
  readonly file: FileRule;
  /** One that may come with it. */
  readonly beside?: FileRule;
}

export interface FileRule {
  readonly field: string;
  readonly maxBytes: number;
  /** Throws for a name that is not accepted, before a byte of the file is read. */
  readonly checkName: (name: string) => void;
  readonly tooLarge: () => Failure;
}

export interface ReceivedForm {
  readonly file: ReceivedFile;
  readonly beside: ReceivedFile | null;
  readonly texts: FormTexts;
}

export interface ReceivedFile {
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
}

export interface FormReader {
  readonly uploads: UploadFolder;
  /** How long a client may pause while it sends. */
  readonly idleMs: number;
}

// The size of the file is for `write` to watch: the form reader would let everything behind its limit through unread, as
// fast as it comes, and the limit of the whole form could be reached before the file is seen to be too large.
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
/** What a form may hold beside its file: the fields, their headers, and whatever is ignored. */
const maxOtherBytes = 1024 * 1024;

/**
 * Receives a form with its files, which lie on disk while `use` runs and are removed whatever happens. Every limit is
 * enforced as the bytes arrive. Fields and files of other names are ignored.
 */
export async function withForm<T>(
  request: FastifyRequest,
  rules: FormRules,
  { reader, use }: { reader: FormReader; use: (form: ReceivedForm) => Promise<T> },
): Promise<T> {
  const paths: string[] = [];
  function newPath(): string {
    paths.push(reader.uploads.newPath());
    return paths.at(-1)!;
  }
  try {
    return await use(await receive(request, rules, { newPath, idleMs: reader.idleMs }));
  } finally {
    for (const path of paths) await rm(path, { force: true });
  }
}

async function receive(
  request: FastifyRequest,
  rules: FormRules,
  { newPath, idleMs }: { newPath: () => string; idleMs: number },
): Promise<ReceivedForm> {
  const watch = watchBody(request.raw, { idleMs, maxBytes: rules.file.maxBytes + maxOtherBytes });
  try {
    return await readParts(request, rules, { newPath, watch });
  } catch (error) {
    // What was found first counts, also when the rest of a refused body reaches another limit in the meantime.
    if (error instanceof Failure) throw error;
    throw watch.signal.aborted ? watch.signal.reason : asFailure(error);
  } finally {
    watch.stop();
    request.raw.unpipe();
  }
}

async function readParts(
  request: FastifyRequest,
  { file: required, beside }: FormRules,
  { newPath, watch }: { newPath: () => string; watch: BodyWatch },
): Promise<ReceivedForm> {
  const { signal } = watch;
  const rules = new Map([required, ...(beside ? [beside] : [])].map((rule) => [rule.field, rule]));
  const files = new Map<string, ReceivedFile>();
  const texts = new Map<string, string[]>();
  // Without a body there is nothing to read, and every form that misses its file is refused in the same way.
  const parts = request.isMultipart() ? readable(request) : nothing();
  for (;;) {
    const { value: part, done } = await orAborted(parts.next(), signal);
    if (done === true) break;
    const { fieldname: field } = part;
    if ((field ?? '').length > maxNameLength) {
      throw new InvalidRequest([{ field: field.slice(0, maxNameLength), message: 'The name is too long.' }]);
    }
    const rule = rules.get(field);
    if (part.type === 'field' || rule === undefined) {
      texts.set(field, [...(texts.get(field) ?? []), textOf(part)]);
      if (part.type === 'file') part.file.resume();
    } else {
      if (files.has(field)) throw new InvalidRequest([{ field, message: 'Must be given once.' }]);
      const name = part.filename ?? '';
      const bytes = addAbortSignal(signal, part.file);
      if (rule === beside && name === '' && (await isEmpty(bytes))) continue;
      rule.checkName(name);
      const path = newPath();
      // Room for it there is only while it is there, and no more than it takes: the rest of the form has none of it.
      if (rule === beside) watch.allow(rule.maxBytes);
      const sizeBytes = await write(bytes, path, rule);
      if (rule === beside) watch.allow(sizeBytes - rule.maxBytes);
      files.set(field, { name, path, sizeBytes });
    }
  }
  const file = files.get(required.field);
  const besideFile = beside && files.get(beside.field);
  const mistakes = [
    ...(file
      ? []
      : [{ field: required.field, message: texts.has(required.field) ? 'Must be a file.' : 'Is required.' }]),
    ...(beside && texts.has(beside.field) ? [{ field: beside.field, message: 'Must be a file.' }] : []),
  ];
  if (file === undefined || mistakes.length > 0) throw new InvalidRequest(mistakes);
  return { file, beside: besideFile ?? null, texts };
}

/** A browser sends a file that nobody chose as one without a name and without a byte. */
async function isEmpty(stream: Readable): Promise<boolean> {
  for await (const _ of stream) return false;
  return true;
}

function readable(request: FastifyRequest) {
  return request.parts({ limits });
}

async function* nothing(): ReturnType<typeof readable> {}

/** What no field of ours may be: it makes a file, or a text that was cut, fail where a text is read. */
const noText = '\u0000';

function textOf(part: { value?: unknown; valueTruncated?: boolean }): string {
  return typeof part.value === 'string' && part.valueTruncated !== true ? part.value : noText;
}

async function write(stream: Readable, path: string, rule: FileRule): Promise<number> {
  const handle = await open(path, 'wx', 0o600);
  try {
    let sizeBytes = 0;
    for await (const chunk of stream) {
      sizeBytes += chunk.length;
      if (sizeBytes > rule.maxBytes) throw rule.tooLarge();
      await handle.writeFile(chunk);
    }
    return sizeBytes;
  } finally {
    await handle.close();
  }
}

interface BodyWatch {
  readonly signal: AbortSignal;
  /** Changes how long the body may be in all. */
  allow(moreBytes: number): void;
  stop(): void;
}

/** Ends the reading of a body that is too long in all or pauses for too long. */
function watchBody(request: IncomingMessage, { idleMs, maxBytes }: { idleMs: number; maxBytes: number }): BodyWatch {
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

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** What the form reader throws is the client's doing, except for what the disk says. */
function asFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ('syscall' in error) {
    const isFull = 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
    return isFull ? new Failure('storage/full', undefined, { cause: error }) : error;
  }
  if ('statusCode' in error && error.statusCode === 413) {
    return new Failure('request/too-large', undefined, { cause: error });
  }
  return new Failure('request/malformed', undefined, { cause: error });
}
