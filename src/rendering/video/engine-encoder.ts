import { rename, rm, stat } from 'node:fs/promises';
import type { EncodedVideo, VideoEncoder, VideoSettings } from './encoder.ts';
import { encodingFailureOf } from './encoding-failure.ts';
import { type EncoderEngine, maxQueuedPictures } from './engine.ts';

/**
 * Drives an engine that writes to `temporaryFile`: limits the queue of pictures, ends everything at the first failure, and
 * leaves no unfinished file behind.
 */
export function createEngineEncoder(
  engine: EncoderEngine,
  { settings, temporaryFile, signal }: { settings: VideoSettings; temporaryFile: string; signal?: AbortSignal },
): VideoEncoder {
  const maxQueued = maxQueuedPictures(settings);
  const planesBytes = (settings.width * settings.height * 3) / 2;
  let pictures: Promise<void> = Promise.resolve();
  /** The pictures that are not encoded yet, oldest first. */
  const queue: Promise<void>[] = [];
  let sounds: Promise<void> = Promise.resolve();
  let isAddingFrame = false;
  let isFlushed = false;
  let frames = 0;
  let ended: { readonly reason: unknown } | null = null;
  let discarded: Promise<void> | null = null;

  const onAbort = () => void end(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();

  /** Ends the video; the first reason counts. Frees everything once the work in progress has ended. */
  function end(reason: unknown): Promise<void> {
    ended ??= { reason };
    discarded ??= discard();
    return discarded;
  }

  async function discard(): Promise<void> {
    signal?.removeEventListener('abort', onAbort);
    engine.interrupt();
    await Promise.all([pictures, sounds]);
    await engine.close();
    await rm(temporaryFile, { force: true });
  }

  /** If the video has ended, waits until everything is freed and throws the reason. */
  async function throwIfEnded(): Promise<void> {
    if (!ended) return;
    await discarded;
    throw ended.reason;
  }

  /** Never rejects: an error ends the video, and the next call of the encoder throws it. */
  async function run(work: () => Promise<void>): Promise<void> {
    if (ended) return;
    try {
      await work();
    } catch (error) {
      if (!ended) void end(encodingFailureOf(error));
    }
  }

  async function addSound(samples: Float32Array): Promise<void> {
    if (ended) return throwIfEnded();
    if (isFlushed) throw new Error('Sound was added after the end of the video.');
    const encode = engine.addSamples(samples);
    sounds = sounds.then(() => run(encode));
    await sounds;
    await throwIfEnded();
  }

  async function flush(): Promise<void> {
    await Promise.all([pictures, sounds]);
    if (!isFlushed) pictures = run(engine.flush);
    isFlushed = true;
    await pictures;
    await throwIfEnded();
  }

  return {
    async addFrame(planes, changedTiles) {
      if (ended) return throwIfEnded();
      if (isFlushed) throw new Error('A frame was added after the end of the video.');
      if (isAddingFrame) throw new Error('A frame was added before the promise of the previous one resolved.');
      if (planes.length !== planesBytes)
        throw new Error(`A frame has ${planes.length} bytes; expected ${planesBytes}.`);
      const encode = engine.addPicture(planes, frames === 0 ? undefined : changedTiles);
      frames++;
      pictures = pictures.then(() => run(encode));
      queue.push(pictures);
      isAddingFrame = true;
      await (queue.length > maxQueued ? queue.shift() : null);
      isAddingFrame = false;
      await throwIfEnded();
    },
    addAudio(samples) {
      const added = addSound(samples);
      // A caller that does not wait gets the failure from the next frame.
      added.catch(() => {});
      return added;
    },
    flush,
    async finish(): Promise<EncodedVideo> {
      await flush();
      let bytes = 0;
      pictures = run(async () => {
        await engine.finish();
        bytes = (await stat(temporaryFile)).size;
      });
      await pictures;
      await throwIfEnded();
      pictures = run(() => rename(temporaryFile, settings.file));
      await pictures;
      await throwIfEnded();
      await end(new Error('The video is finished.'));
      return { bytes, frames };
    },
    abort: () => end(new Error('The video was aborted.')),
  };
}
