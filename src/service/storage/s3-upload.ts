import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';

/** The minimum part size of S3. With at most 10,000 parts, an object may have 50 GB. */
const partBytes = 5 * 1024 * 1024;

export interface PartUpload {
  readonly client: S3Client;
  readonly target: { Bucket: string; Key: string };
  readonly contentType: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly signal?: AbortSignal;
}

/**
 * Uploads a stream of unknown length with a few parts in memory.
 *
 * The SDK's own uploader continues a cancelled upload in the background, so an object can appear after its put
 * failed. Here the signal aborts every request, and the upload is aborted before the error is thrown.
 */
export async function uploadInParts(uploading: PartUpload): Promise<{ ETag?: string }> {
  const parts = inParts(uploading.chunks);
  try {
    const first = (await parts.next()).value ?? Buffer.alloc(0);
    return await (first.length < partBytes ? uploadWhole(first, uploading) : uploadParts(first, parts, uploading));
  } finally {
    // Release the stream after any error.
    await parts.return();
  }
}

function uploadWhole(Body: Buffer, { client, target, contentType: ContentType, signal: abortSignal }: PartUpload) {
  return client.send(new PutObjectCommand({ ...target, ContentType, Body }), { abortSignal });
}

async function uploadParts(first: Buffer, rest: AsyncIterable<Buffer>, uploading: PartUpload) {
  const { client, target, contentType: ContentType, signal: abortSignal } = uploading;
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...target, ContentType }), { abortSignal });
  const upload = { ...target, UploadId };
  try {
    const Parts = [await uploadPart(first, 1)];
    for await (const part of rest) Parts.push(await uploadPart(part, Parts.length + 1));
    const complete = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } });
    return await client.send(complete, { abortSignal });
  } catch (error) {
    // If this fails too, the first error is more useful, and readers never see incomplete uploads.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {});
    throw error;
  }

  async function uploadPart(Body: Buffer, PartNumber: number) {
    const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }), { abortSignal });
    return { ETag, PartNumber };
  }
}

/**
 * Splits a stream into parts of one size and a shorter last one. A part is valid until the next is requested: all use
 * the same buffer, because a new one for each part would stay in memory until garbage collection.
 */
async function* inParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void, void> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  let place: Buffer | null = null;
  for await (const chunk of chunks) {
    for (let rest = chunk; rest.length > 0; ) {
      const piece = rest.subarray(0, partBytes - length);
      rest = rest.subarray(piece.length);
      waiting.push(piece);
      length += piece.length;
      if (length < partBytes) continue;
      place ??= Buffer.allocUnsafeSlow(partBytes);
      joinInto(place, waiting);
      waiting = [];
      length = 0;
      yield place;
    }
  }
  if (length > 0) yield Buffer.concat(waiting);
}

function joinInto(place: Buffer, pieces: readonly Uint8Array[]): void {
  let at = 0;
  for (const piece of pieces) {
    place.set(piece, at);
    at += piece.length;
  }
}
