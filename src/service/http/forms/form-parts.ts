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

const limits = {
  fields: 64,
  files: 8,
  parts: 72,
  fieldSize: 8 * 1024,
  headerPairs: 16,
  headerSize: 8 * 1024,
};

/**
 * The parts of a multipart form in the order in which they arrive. The next part arrives after a file has been read.
 * Mistakes of the client are thrown after the parts before them, so that the first one in the form is reported.
 */
export async function* readFormParts(
  request: IncomingMessage,
  { fileFields }: { fileFields: ReadonlySet<string> },
): AsyncGenerator<FormPart, void> {
  const parser = createParser(request, fileFields);
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

function createParser(request: IncomingMessage, fileFields: ReadonlySet<string>) {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits,
      isPartAFile(name = '', type, fileName) {
        // Browsers give a file name to every part with a media type, so JSON is a text unless the field takes a file.
        if (type === 'application/json' && !fileFields.has(name)) return false;
        return fileName !== undefined || type === 'application/octet-stream';
      },
    });
  } catch (cause) {
    throw new Failure('request/malformed', undefined, { cause });
  }
}
