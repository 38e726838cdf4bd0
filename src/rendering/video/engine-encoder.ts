import { randomBytes } from 'node:crypto';
import { rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../../failure.ts';
import type { EncodedVideo, VideoEncoder, VideoSettings } from './encoder.ts';
import { type EncoderEngine, maxQueuedPictures } from './engine.ts';

/** A name beside the wanted one, so that the finished file gets its own in one step. */
export function temporaryPathOf(file: string): string {
  return join(dirname(file), `.${basename(file)}.${randomBytes(4).toString('hex')}.part`);
}

/** Drives an engine that writes to `part`: few pictures in flight, the first failure final, no file left behind. */
export function createEngineEncoder(
  engine: EncoderEngine,
  { settings, part, signal }: { settings: VideoSettings; part: string; signal?: AbortSignal },
): VideoEncoder {
  const planesBytes = (settings.width * settings.height * 3) / 2;
  let picture: Promise<void> = Promise.resolve();
  /** Those that are not encoded yet, the first that came first. */
  const ahead: Promise<void>[] = [];
  let sound: Promise<void> = Promise.resolve();
  let waiting = false;
  let isFlushed = false;
  let frames = 0;
  let ended: { readonly reason: unknown } | null = null;
  let discarded: Promise<void> | null = null;

  const onAbort = () => void end(signal!.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();

  /** The first reason counts. Everything is given back once what is under way has ended. */
  function end(reason: unknown): Promise<void> {
    ended ??= { reason };
    discarded ??= discard();
    return discarded;
  }

  async function discard(): Promise<void> {
    signal?.removeEventListener('abort', onAbort);
    engine.interrupt();
    await Promise.all([picture, sound]);
    await engine.close();
    await rm(part, { force: true });
  }

  /** Throws when it is over, once nothing is left of it. */
  async function check(): Promise<void> {
    if (!ended) return;
    await discarded;
    throw ended.reason;
  }

  /** Never rejects: what goes wrong ends everything, and is thrown where it is next asked for. */
  async function run(work: () => Promise<void>): Promise<void> {
    if (ended) return;
    try {
      await work();
    } catch (error) {
      if (!ended) void end(encodingFailureOf(error));
    }
  }

  async function takeSound(samples: Float32Array): Promise<void> {
    if (ended) return check();
    if (isFlushed) throw new Error('Sound came after the end of the video.');
    const encode = engine.addSamples(samples);
    sound = sound.then(() => run(encode));
    await sound;
    await check();
  }

  async function flush(): Promise<void> {
    await Promise.all([picture, sound]);
    if (!isFlushed) picture = run(engine.flush);
    isFlushed = true;
    await picture;
    await check();
  }

  return {
    async addFrame(planes, changedTiles) {
      if (ended) return check();
      if (isFlushed) throw new Error('A picture came after the end of the video.');
      if (waiting) throw new Error('The next picture came before the last one was taken.');
      if (planes.length !== planesBytes)
        throw new Error(`A picture has ${planes.length} bytes where ${planesBytes} were expected.`);
      const encode = engine.addPicture(planes, frames === 0 ? undefined : changedTiles);
      frames++;
      picture = picture.then(() => run(encode));
      ahead.push(picture);
      waiting = true;
      await (ahead.length > maxQueuedPictures ? ahead.shift() : null);
      waiting = false;
      await check();
    },
    addAudio(samples) {
      const taken = takeSound(samples);
      // Whoever does not wait for it hears of a failure with the next picture.
      taken.catch(() => {});
      return taken;
    },
    flush,
    async finish(): Promise<EncodedVideo> {
      await flush();
      let bytes = 0;
      picture = run(async () => {
        await engine.finish();
        bytes = (await stat(part)).size;
      });
      await picture;
      await check();
      picture = run(() => rename(part, settings.file));
      await picture;
      await check();
      await end(new Error('The video is finished.'));
      return { bytes, frames };
    },
    abort: () => end(new Error('The video was given up.')),
  };
}

/** What went wrong with an encoder or its file, as something a person can act on. */
export function encodingFailureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && 'syscall' in error) return new Failure('video/cannot-write', reason, { cause: error });
  return new Failure('video/encoder-died', `The video encoder stopped unexpectedly: ${reason}`, { cause: error });
}
