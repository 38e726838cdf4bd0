import { createReadStream } from 'node:fs';
import { addAbortSignal, Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { S3Config } from '../../config.ts';
import { checkSize } from './check-size.ts';
import { assertFolder, assertKey, contentTypeOf, dispositionOf, isKey } from './key.ts';
import { explainS3Error, isNotFound } from './s3-errors.ts';
import { uploadInParts } from './s3-upload.ts';
import type { Cancellable, ObjectInfo, PutOptions, PutResult, Storage } from './storage.ts';

/** The maximum size that S3 copies in one request; larger objects are copied through this process. */
const maxCopyBytes = 5 * 1024 ** 3;
/** The server sends nothing until the copy is complete. */
const copyTimeoutMs = 10 * 60_000;

/** Storage in an existing bucket of S3 or an S3-compatible server. */
export function createS3Storage(config: S3Config): Storage {
  const { bucket: Bucket } = config;
  const client = connectS3(config, config.endpoint);
  const publicClient = config.publicEndpoint === null ? client : connectS3(config, config.publicEndpoint);

  async function put(key: string, body: Readable | Uint8Array, { size, signal }: PutOptions = {}): Promise<PutResult> {
    assertKey(key);
    const source = body instanceof Uint8Array ? Readable.from([body]) : body;
    if (signal !== undefined) addAbortSignal(signal, source);
    // Errors of the body are rethrown unchanged; errors of the server are converted.
    let bodyError: unknown;
    async function* chunks() {
      try {
        yield* size === undefined ? source : checkSize(size, source);
      } catch (error) {
        bodyError = error;
        throw error;
      }
    }
    const target = { Bucket, Key: key };
    const uploading = { client, target, contentType: contentTypeOf(key), chunks: chunks(), signal };
    const { ETag } = await uploadInParts(uploading).catch((error: unknown) => {
      throw error === bodyError ? error : explainS3Error(error, config);
    });
    return { etag: known(ETag, key) };
  }

  async function get(Key: string, { signal, Range }: Cancellable & { Range?: string }) {
    assertKey(Key);
    try {
      return await client.send(new GetObjectCommand({ Bucket, Key, Range }), { abortSignal: signal });
    } catch (error) {
      if (isNotFound(error)) return null;
      throw explainS3Error(error, config);
    }
  }

  async function stat(key: string, { signal }: Cancellable = {}): Promise<ObjectInfo | null> {
    assertKey(key);
    try {
      const answer = await client.send(new HeadObjectCommand({ Bucket, Key: key }), { abortSignal: signal });
      return describe(key, answer, answer.ContentLength);
    } catch (error) {
      if (isNotFound(error)) return null;
      throw explainS3Error(error, config);
    }
  }

  return {
    kind: 's3',
    put,

    async putFile(key, path, options) {
      assertKey(key);
      return put(key, createReadStream(path), options);
    },

    async copy(from, to, { signal } = {}) {
      assertKey(from);
      assertKey(to);
      const source = await stat(from, { signal });
      if (source === null) return false;
      if (source.sizeBytes > maxCopyBytes) {
        const object = await get(from, { signal });
        if (object === null) return false;
        await put(to, object.Body as Readable, { size: source.sizeBytes, signal });
        return true;
      }
      const CopySource = [Bucket, ...from.split('/')].map(encodeURIComponent).join('/');
      const command = new CopyObjectCommand({ Bucket, Key: to, CopySource, ContentType: contentTypeOf(to) });
      try {
        await client.send(command, { abortSignal: signal, requestTimeout: copyTimeoutMs });
        return true;
      } catch (error) {
        if (isNotFound(error)) return false;
        throw explainS3Error(error, config);
      }
    },

    async get(key, { range, signal } = {}) {
      const answer = await get(key, { signal, Range: range && `bytes=${range.start}-${range.end}` });
      if (answer === null) return null;
      const stream = answer.Body as Readable;
      if (signal !== undefined) addAbortSignal(signal, stream);
      return { ...describe(key, answer, wholeSize(answer)), stream };
    },

    stat,

    async *list(folder, { signal } = {}) {
      assertFolder(folder);
      let ContinuationToken: string | undefined;
      do {
        const page = await client
          .send(new ListObjectsV2Command({ Bucket, Prefix: folder, ContinuationToken }), { abortSignal: signal })
          .catch((error: unknown) => {
            throw explainS3Error(error, config);
          });
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          // Some tools create empty objects named `skins/` as folders.
          if (Key !== undefined && isKey(Key)) {
            yield { key: Key, sizeBytes: Size ?? 0, lastModified: LastModified ?? new Date(0) };
          }
        }
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken !== undefined);
    },

    // One at a time: multi-object deletes need a checksum that not all servers support.
    async delete(key, { signal } = {}) {
      assertKey(key);
      await client.send(new DeleteObjectCommand({ Bucket, Key: key }), { abortSignal: signal }).catch((error) => {
        if (!isNotFound(error)) throw explainS3Error(error, config);
      });
    },

    async signedUrl(key, { expiresInSeconds: expiresIn, method, ...disposition }) {
      assertKey(key);
      const object = {
        Bucket,
        Key: key,
        ResponseContentType: contentTypeOf(key),
        ResponseContentDisposition: dispositionOf(key, disposition),
      };
      return method === 'HEAD'
        ? getSignedUrl(publicClient, new HeadObjectCommand(object), { expiresIn })
        : getSignedUrl(publicClient, new GetObjectCommand(object), { expiresIn });
    },

    async check({ signal } = {}) {
      await put('health/probe', Buffer.from('ok'), { signal });
      const answer = await get('health/probe', { signal });
      const found = await answer?.Body?.transformToString();
      if (found !== 'ok') throw new Error(`Wrote "ok" to the storage and read ${JSON.stringify(found)}.`);
    },

    async close() {
      client.destroy();
      publicClient.destroy();
    },
  };
}

/** Opens a client for one of the endpoints of the configuration. */
export function connectS3(config: S3Config, endpoint: string | null): S3Client {
  return new S3Client({
    region: config.region,
    endpoint: endpoint ?? undefined,
    forcePathStyle: config.pathStyle,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 5_000,
      requestTimeout: 30_000,
      throwOnRequestTimeout: true,
      socketTimeout: 60_000,
    },
    // By default the SDK adds checksums that only Amazon's servers reliably support.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

function describe(key: string, answer: { ETag?: string; LastModified?: Date }, size: number | undefined): ObjectInfo {
  return {
    key,
    sizeBytes: known(size, key),
    etag: known(answer.ETag, key),
    lastModified: answer.LastModified ?? new Date(0),
    contentType: contentTypeOf(key),
    isShared: false,
  };
}

/** The SDK types these headers as optional, but every S3 server sends them. */
function known<T>(fact: T | undefined, key: string): T {
  if (fact === undefined) throw new Error(`The S3 server sent no ETag or no length for ${key}.`);
  return fact;
}

/** In the answer to a range request, the total size is after the slash: `bytes 0-9/1234`. */
function wholeSize({ ContentRange, ContentLength }: GetObjectCommandOutput): number | undefined {
  return ContentRange === undefined ? ContentLength : Number(ContentRange.split('/')[1]);
}
