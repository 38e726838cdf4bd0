import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { defaultSkin } from '../../contract/index.ts';
import type { Log } from '../../log.ts';
import { previewFolder, skinKey } from '../skins/index.ts';
import type { Storage, StoredObject } from '../storage/index.ts';
import { type DrawPreview, PreviewRefused } from './preview-drawer.ts';

/** What each skin looks like: the same scene, drawn when somebody looks first, and kept in storage. */
export interface SkinPreviews {
  /** Null when there is no such skin. */
  find(name: string): Promise<Preview | null>;
  /** Ends what is under way. Calling it twice is harmless. */
  stop(): Promise<void>;
}

export interface Preview {
  /** The caller reads its stream to its end or destroys it. */
  readonly picture: StoredObject;
  /** False: it is our own skin's, shown until this one's is there. */
  readonly isItsOwn: boolean;
}

export interface SkinPreviewsOptions {
  readonly storage: Storage;
  readonly draw: DrawPreview;
  /** A path nobody uses yet. */
  readonly newPath: () => string;
  /** Another one whenever the same skin may be drawn otherwise. */
  readonly rendererVersion: string;
  readonly log: Log;
  /** How long somebody who asks is kept waiting. */
  readonly patienceMs?: number;
  /** How many may be waiting to be drawn. */
  readonly mostWaiting?: number;
}

/** The child reads it into its memory as a whole. */
const maxArchiveBytes = 256 * 1024 * 1024;

export function createSkinPreviews(options: SkinPreviewsOptions): SkinPreviews {
  const { storage, draw, newPath, rendererVersion, log, patienceMs = 20_000, mostWaiting = 100 } = options;
  const ends = new AbortController();
  const { signal } = ends;
  /** By key: whoever asks for one that is being drawn waits for the same. */
  const drawings = new Map<string, Promise<void>>();
  let last: Promise<unknown> = Promise.resolve();

  async function find(name: string): Promise<Preview | null> {
    const key = await keyOf(name);
    if (key === null) return null;
    const stored = await storage.get(key);
    if (stored !== null) return { picture: stored, isItsOwn: true };
    await Promise.race([drawOnce(name, key), late(patienceMs)]).catch((err) => complain(name, err));
    const picture = await storage.get(key);
    if (picture !== null) return { picture, isItsOwn: true };
    if (name === defaultSkin) throw new Error('Our own skin could not be drawn.');
    const instead = await find(defaultSkin);
    return instead && { ...instead, isItsOwn: false };
  }

  /** Null for a skin that is not there. */
  async function keyOf(name: string): Promise<string | null> {
    if (name === defaultSkin) return previewKey(name, 'built in');
    const object = await storage.stat(skinKey(name));
    return object && previewKey(name, object.etag);
  }

  /** Another one whenever the skin, or the program, is another. */
  function previewKey(name: string, bytes: string): string {
    const version = createHash('sha256').update(`${rendererVersion}\0${bytes}`).digest('hex').slice(0, 32);
    return `${previewFolder(name)}${version}.jpg`;
  }

  function drawOnce(name: string, key: string): Promise<void> {
    const underWay = drawings.get(key);
    if (underWay !== undefined) return underWay;
    if (drawings.size >= mostWaiting) return Promise.reject(new Error(`${mostWaiting} previews are waiting already.`));
    // One after the other: renders need the machine more than previews do.
    const drawing = last.then(() => makePreview(name, key)).finally(() => drawings.delete(key));
    last = drawing.catch(() => {});
    drawings.set(key, drawing);
    return drawing;
  }

  async function makePreview(name: string, key: string): Promise<void> {
    signal.throwIfAborted();
    const archive = newPath();
    const file = newPath();
    try {
      const skin = name === defaultSkin ? null : archive;
      if (skin !== null) await fetchSkin(name, skin);
      await draw({ skin, file }, { signal });
      await storage.putFile(key, file, { signal });
    } catch (error) {
      if (!(error instanceof PreviewRefused) || name === defaultSkin) throw error;
      complain(name, error);
      // Kept like one of its own, or everybody who looks at the list would have it tried again.
      const instead = previewKey(defaultSkin, 'built in');
      if (!(await storage.copy(instead, key, { signal }))) {
        await makePreview(defaultSkin, instead);
        await storage.copy(instead, key, { signal });
      }
    } finally {
      await Promise.all([archive, file].map((path) => rm(path, { force: true })));
    }
    for await (const other of storage.list(previewFolder(name))) {
      if (other.key !== key) await storage.delete(other.key);
    }
  }

  async function fetchSkin(name: string, path: string): Promise<void> {
    const object = await storage.get(skinKey(name), { signal });
    if (object === null) throw new Error('The skin was removed just now.');
    if (object.sizeBytes > maxArchiveBytes) {
      object.stream.destroy();
      throw new PreviewRefused(`The skin has ${object.sizeBytes} bytes.`);
    }
    await pipeline(object.stream, createWriteStream(path), { signal });
  }

  function complain(skin: string, err: unknown): void {
    if (!signal.aborted) log.info({ skin, err }, 'the preview of a skin is not there');
  }

  return {
    find,
    async stop() {
      ends.abort(new Error('The service stops.'));
      await last;
    },
  };
}

function late(ms: number): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error(`It takes longer than ${ms} ms.`)), ms).unref());
}
