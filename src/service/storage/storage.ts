import type { Readable } from 'node:stream';

/**
 * Artifacts by key. Two adapters, local files and S3, run one suite: storage.contract.ts.
 *
 * A key is checked by key.ts and tells the content type, so neither adapter keeps metadata of its own and a file an
 * operator drops into storage is as good as one we put there.
 */
export interface Storage {
  readonly kind: 'local' | 's3';

  /** Stores the body whole or not at all: readers see the old object or the new one, never a part. */
  put(key: string, body: Readable | Uint8Array, options?: PutOptions): Promise<PutResult>;
  putFile(key: string, path: string, options?: Cancellable): Promise<PutResult>;

  /** Gives the same bytes a second key, from then on independent of the first. False when there is no such object. */
  copy(from: string, to: string, options?: Cancellable): Promise<boolean>;

  /** Null when there is no such object. The caller reads the stream to its end or destroys it. */
  get(key: string, options?: GetOptions): Promise<StoredObject | null>;
  stat(key: string, options?: Cancellable): Promise<ObjectInfo | null>;

  /** Every object whose key starts with the folder, such as `skins/`, in no particular order. */
  list(folder: string, options?: Cancellable): AsyncIterable<ListedObject>;

  /** Deleting what is not there succeeds. */
  delete(key: string, options?: Cancellable): Promise<void>;

  /** A link anyone may read the object by until it expires. A path of this service, or an absolute URL. */
  signedUrl(key: string, options: LinkOptions): Promise<string>;

  /** Writes and reads something small; throws the failure an operator should see. */
  check(options?: Cancellable): Promise<void>;

  /** Lets go of connections. Calling it twice is harmless. */
  close(): Promise<void>;
}

export interface Cancellable {
  signal?: AbortSignal;
}

export interface PutOptions extends Cancellable {
  /** When given, a body of any other length is refused and nothing is stored. */
  size?: number;
}

export interface PutResult {
  /** Of the very bytes that were put, whoever may have replaced them since. */
  etag: string;
}

export interface GetOptions extends Cancellable {
  range?: ByteRange;
}

/** Both ends inclusive, as in HTTP, and inside the object. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface LinkOptions {
  expiresInSeconds: number;
  /** Makes browsers save the object under this name instead of showing it. */
  downloadAs?: string;
}

export interface ListedObject {
  key: string;
  sizeBytes: number;
  lastModified: Date;
}

export interface ObjectInfo extends ListedObject {
  /** Quoted, as the HTTP header wants it; another one whenever the bytes are others. */
  etag: string;
  contentType: string;
}

export interface StoredObject extends ObjectInfo {
  /** The range asked for, or the whole object. */
  stream: Readable;
}
