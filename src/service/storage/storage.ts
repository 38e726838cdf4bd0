import type { Readable } from 'node:stream';

/**
 * Artifacts by key. Two adapters, local files and S3, run one suite: storage.contract.ts.
 *
 * key.ts validates keys and derives the content type from them, so adapters store no metadata, and a file that an
 * operator copies into storage works like one we put there.
 */
export interface Storage {
  readonly kind: 'local' | 's3';

  /** Stores the body atomically: readers see the old object or the new one, never an incomplete one. */
  put(key: string, body: Readable | Uint8Array, options?: PutOptions): Promise<PutResult>;
  putFile(key: string, path: string, options?: Cancellable): Promise<PutResult>;

  /** Copies the object to a second, independent key. Returns false if the object does not exist. */
  copy(from: string, to: string, options?: Cancellable): Promise<boolean>;

  /** Returns null if the object does not exist. The caller reads the stream to its end or destroys it. */
  get(key: string, options?: GetOptions): Promise<StoredObject | null>;
  stat(key: string, options?: Cancellable): Promise<ObjectInfo | null>;

  /** Lists all objects whose key starts with the folder, such as `skins/`, in any order. */
  list(folder: string, options?: Cancellable): AsyncIterable<ListedObject>;

  /** Succeeds if the object does not exist. */
  delete(key: string, options?: Cancellable): Promise<void>;

  /** A public link to the object that expires: a path of this service, or an absolute URL. */
  signedUrl(key: string, options: LinkOptions): Promise<string>;

  /** Health check: writes and reads a small object; throws the failure for the operator. */
  check(options?: Cancellable): Promise<void>;

  /** Closes connections; may be called twice. */
  close(): Promise<void>;
}

export interface Cancellable {
  readonly signal?: AbortSignal;
}

export interface PutOptions extends Cancellable {
  /** If set, a body of another length is refused and nothing is stored. */
  readonly size?: number;
}

export interface PutResult {
  /** The ETag of the bytes that were put, even if they have been replaced since. */
  readonly etag: string;
}

export interface GetOptions extends Cancellable {
  readonly range?: ByteRange;
}

/** Both ends inclusive, as in HTTP, and inside the object. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface LinkOptions {
  readonly expiresInSeconds: number;
  /** The method of the request for which the link is made; a link of S3 is valid for no other one. */
  readonly method?: 'GET' | 'HEAD';
  /** The name under which browsers save the object; by default the one in its key. */
  readonly fileName?: string | undefined;
  /** Makes browsers save the object instead of displaying it. */
  readonly isDownload?: boolean;
}

export interface ListedObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly lastModified: Date;
}

export interface ObjectInfo extends ListedObject {
  /** Quoted, as in the HTTP header; changes whenever the bytes change. */
  readonly etag: string;
  readonly contentType: string;
  /** Whether another key shares its bytes on disk: then deleting it frees no space. */
  readonly isShared: boolean;
}

export interface StoredObject extends ObjectInfo {
  /** The requested range, or the whole object. */
  readonly stream: Readable;
}
