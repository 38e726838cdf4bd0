import type { IncomingMessage } from 'node:http';
import { finished, Readable } from 'node:stream';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { Failure } from '../../../failure.ts';

/** A part of a multipart form. */
export type FormPart = TextPart | FilePart;

export interface TextPart {
  readonly kind: 'text';
  readonly name: string;
  /** The media type of the part, without parameters. */
  readonly type: string;
  readonly text: string;
  /** Whether the text was longer than the limit. */
  readonly isTruncated: boolean;
}

export interface FilePart {
  readonly kind: 'file';
  readonly name: string;
  readonly fileName: string;
  readonly bytes: Readable;
}

const maxFields = 64;
/** Files of unknown fields are ignored. */
const maxOtherFiles = 8;

const limits = {
  fields: maxFields,
  fieldSize: 8 * 1024,
  headerPairs: 16,
  headerSize: 8 * 1024,
};

export interface FormPartOptions {
  readonly fileFields: ReadonlySet<string>;
  /** How many files the fields accept, beyond those that are ignored. */
  readonly maxFiles?: number;
}

/**
 * The parts of a multipart form in the order in which they arrive. The next part arrives after a file has been read.
 * Mistakes of the client are thrown after the parts before them, so that the first one in the form is reported.
 */
export async function* readFormParts(
  request: IncomingMessage,
  options: FormPartOptions,
): AsyncGenerator<FormPart, void> {
  const parser = createParser(request, options);
  const parts = new Readable({ objectMode: true, read() {} });
  let current: Readable | null = null;
  let isEmpty = true;
  let hasEnded = false;

  function end(failure: Failure | null): void {
    if (hasEnded) return;
    hasEnded = true;
    // A reader that waits for the rest of a file must not wait forever.
    if (failure !== null) current?.destroy(failure);
    if (failure !== null) parts.push(failure);
    parts.push(null);
  }
  const tooLarge = () => end(new Failure('request/too-large'));

  parser
    .on('field', (name, text, _nameTruncated, isTruncated, _encoding, type) => {
      if (!hasEnded) parts.push({ kind: 'text', name: name ?? '', type, text, isTruncated } satisfies FormPart);
    })
    .on('file', (name, bytes, fileName) => {
      current = bytes;
      // The reader gets the error from the stream; without this listener, an error before that would end the process.
      bytes.on('error', () => {});
      if (hasEnded) bytes.resume();
      else parts.push({ kind: 'file', name: name ?? '', fileName: fileName ?? '', bytes } satisfies FormPart);
    })
    .on('partsLimit', tooLarge)
    .on('fieldsLimit', tooLarge)
    .on('filesLimit', tooLarge)
    .on('finish', () => end(null))
    // An empty body is an empty form, so that it gets the same error as a form without a file.
    .on('error', (cause) => end(isEmpty ? null : new Failure('request/malformed', undefined, { cause })));
  request.once('data', () => {
    isEmpty = false;
  });
  const stopWatching = finished(request, (cause) => {
    if (cause) end(new Failure('request/malformed', undefined, { cause }));
  });
  request.pipe(parser);
  try {
    for await (const part of parts) {
      if (part instanceof Failure) throw part;
      yield part;
    }
  } finally {
    stopWatching();
  }
}

function createParser(request: IncomingMessage, { fileFields, maxFiles = 0 }: FormPartOptions) {
  const files = maxOtherFiles + maxFiles;
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: { ...limits, files, parts: maxFields + files },
      isPartAFile(name = '', type, fileName) {
        // Browsers give a file name to every part with a media type, so JSON is a text unless the field takes a file.
        if (type === 'application/json' && !fileFields.has(name)) return false;
        return fileName !== undefined || type === 'application/octet-stream';
      },
    });
  } catch (cause) {
    throw new Failure('request/no-boundary', undefined, { cause });
  }
}
