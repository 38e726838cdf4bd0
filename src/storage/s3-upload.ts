import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';

/** S3 takes parts of 5 MiB and more, at most 10,000: this size carries 80 GB. */
const partBytes = 8 * 1024 * 1024;

export interface Uploading {
  client: S3Client;
  target: { Bucket: string; Key: string };
  contentType: string;
  chunks: AsyncIterable<Uint8Array>;
  signal?: AbortSignal;
}

/**
 * Uploads a stream of unknown length, holding about two parts of it in memory.
 *
 * The SDK's own uploader lets a cancelled upload run on in the background, so that an object can appear after its put
 * was refused. Here the signal reaches every request, and parts in doubt are given back before the error is thrown.
 */
export async function uploadInParts(uploading: Uploading): Promise<void> {
  const { client, target, contentType: ContentType, chunks, signal: abortSignal } = uploading;
  const parts = inParts(chunks);
  const first = (await parts.next()).value ?? Buffer.alloc(0);
  if (first.length < partBytes) {
    await client.send(new PutObjectCommand({ ...target, ContentType, Body: first }), { abortSignal });
    return;
  }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...target, ContentType }), { abortSignal });
  const upload = { ...target, UploadId };
  try {
    const Parts = [await uploadPart(first, 1)];
    for await (const part of parts) Parts.push(await uploadPart(part, Parts.length + 1));
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }), { abortSignal });
  } catch (error) {
    // When even this fails, the first error still tells more, and no reader ever sees the parts.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {});
    throw error;
  }

  async function uploadPart(Body: Buffer, PartNumber: number) {
    const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }), { abortSignal });
    return { ETag, PartNumber };
  }
}

/** Cuts a stream into parts of one size and a last, shorter one. */
async function* inParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void, void> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    length += chunk.length;
    if (length < partBytes) continue;
    const all = Buffer.concat(waiting);
    let start = 0;
    for (; start + partBytes <= length; start += partBytes) yield all.subarray(start, start + partBytes);
    waiting = [all.subarray(start)];
    length -= start;
  }
  if (length > 0) yield Buffer.concat(waiting);
}
