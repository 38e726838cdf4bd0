import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { defaultSkin } from '../../contract/index.ts';
import type { Log } from '../../log.ts';
import { previewFolder, skinKey } from '../skins/index.ts';
import type { Storage, StoredObject } from '../storage/index.ts';
import { type DrawPreview, PreviewRefused } from './preview-drawer.ts';

/** An image of each skin: the same scene, drawn at the first request and kept in storage. */
export interface SkinPreviews {
  /** Null when the skin does not exist. */
  find(name: string): Promise<Preview | null>;
  /** Aborts running drawings. Calling it twice is harmless. */
  stop(): Promise<void>;
}

export interface Preview {
  /** The caller reads its stream to the end or destroys it. */
  readonly image: StoredObject;
  /** False: the image shows the built-in skin, until this skin's image is drawn. */
  readonly isOfThisSkin: boolean;
}

export interface SkinPreviewsOptions {
  readonly storage: Storage;
  readonly draw: DrawPreview;
  /** The path of the image of the built-in skin, which the build has drawn. */
  readonly builtInImage: string;
  /** Returns an unused path. */
  readonly newPath: () => string;
  /** Changes whenever a skin may be drawn differently. */
  readonly rendererVersion: string;
  readonly log: Log;
  /** How long a request waits for its image. */
  readonly timeoutMs?: number;
  /** The maximum number of waiting drawings. */
  readonly maxWaiting?: number;
}

/** The child reads the whole archive into memory. */
const maxArchiveBytes = 256 * 1024 * 1024;

/** Creates previews that are drawn one at a time. */
export function createSkinPreviews(options: SkinPreviewsOptions): SkinPreviews {
  const { storage, draw, builtInImage, newPath, rendererVersion, log, timeoutMs = 20_000, maxWaiting = 100 } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  /** By key: requests for the same image share one drawing. */
  const drawings = new Map<string, Promise<void>>();
  let last: Promise<unknown> = Promise.resolve();

  async function find(name: string): Promise<Preview | null> {
    if (name === defaultSkin) return { image: await findBuiltIn(), isOfThisSkin: true };
    const skin = await storage.stat(skinKey(name));
    if (skin === null) return null;
    const key = previewKey(name, skin.etag);
    const stored = await storage.get(key);
    if (stored !== null) return { image: stored, isOfThisSkin: true };
    await Promise.race([drawOnce(name, key), rejectAfter(timeoutMs)]).catch((err) => logFailure(name, err));
    const image = await storage.get(key);
    return image === null ? { image: await findBuiltIn(), isOfThisSkin: false } : { image, isOfThisSkin: true };
  }

  /** Read from storage like the other images, so that all have the same headers. */
  async function findBuiltIn(): Promise<StoredObject> {
    const key = previewKey(defaultSkin, 'built in');
    const stored = await storage.get(key);
    if (stored !== null) return stored;
    await store(defaultSkin, key, builtInImage);
    const image = await storage.get(key);
    if (image === null) throw new Error('The preview of the built-in skin was deleted in the meantime.');
    return image;
  }

  /** Changes whenever the skin or the renderer changes. */
  function previewKey(name: string, bytes: string): string {
    const version = createHash('sha256').update(`${rendererVersion}\0${bytes}`).digest('hex').slice(0, 32);
    return `${previewFolder(name)}${version}.jpg`;
  }

  function drawOnce(name: string, key: string): Promise<void> {
    const running = drawings.get(key);
    if (running !== undefined) return running;
    if (drawings.size >= maxWaiting) return Promise.reject(new Error(`The queue of previews is full (${maxWaiting}).`));
    // One at a time: renders need the machine more than previews do.
    const drawing = last.then(() => createPreview(name, key)).finally(() => drawings.delete(key));
    last = drawing.catch(() => {});
    drawings.set(key, drawing);
    return drawing;
  }

  async function createPreview(name: string, key: string): Promise<void> {
    signal.throwIfAborted();
    const archive = newPath();
    const file = newPath();
    try {
      await downloadSkin(name, archive);
      await draw({ skin: archive, file }, { signal });
      await store(name, key, file);
    } catch (error) {
      if (!(error instanceof PreviewRefused)) throw error;
      logFailure(name, error);
      // Without an image of its own, every view of the list would try again.
      await store(name, key, builtInImage);
    } finally {
      await Promise.all([archive, file].map((path) => rm(path, { force: true })));
    }
  }

  /** Stores the image of a skin and deletes its older ones. */
  async function store(name: string, key: string, file: string): Promise<void> {
    await storage.putFile(key, file, { signal });
    for await (const other of storage.list(previewFolder(name))) {
      if (other.key !== key) await storage.delete(other.key);
    }
  }

  async function downloadSkin(name: string, path: string): Promise<void> {
    const object = await storage.get(skinKey(name), { signal });
    if (object === null) throw new Error('The skin was deleted in the meantime.');
    if (object.sizeBytes > maxArchiveBytes) {
      object.stream.destroy();
      throw new PreviewRefused(`The skin has ${object.sizeBytes} bytes.`);
    }
    await pipeline(object.stream, createWriteStream(path), { signal });
  }

  function logFailure(skin: string, err: unknown): void {
    if (!signal.aborted) log.info({ skin, err }, 'could not draw the preview of a skin');
  }

  return {
    find,
    async stop() {
      stopping.abort(new Error('The service is stopping.'));
      await last;
    },
  };
}

function rejectAfter(ms: number): Promise<never> {
  return new Promise((_, reject) =>
    setTimeout(() => reject(new Error(`The preview took longer than ${ms} ms.`)), ms).unref(),
  );
}
