import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../../../failure.ts';
import { encodeSound, joinSegments, keyFrameSeconds, type Segment } from '../../video/index.ts';
import { type FrameRange, samplesOf } from '../film.ts';
import type { RenderPool } from '../request.ts';
import type { Footage, Shooting } from '../shoot.ts';
import { openRenderSound, soundBitrate } from '../sound.ts';
import { type Camera, startCamera } from './camera.ts';
import { planSegments } from './plan-segments.ts';
import { type RenderedSegment, renderSegment } from './render-segment.ts';

/** Longer segments gain nothing, and more is lost with a process that ends. */
const defaultSegmentSeconds = 30;

/** Shoots with several processes, this one among them, which take stretches of the video in turns. */
export async function shootInSegments(shooting: Shooting, pool: RenderPool, processes: number): Promise<Footage> {
  const { prepared, request } = shooting;
  const { file, assets, options } = request;
  const { fps } = options;
  const { first, frames } = request.range ?? { first: 0, frames: prepared.take.frames };
  const threads = Math.max(1, Math.floor(pool.machine.cores / processes));
  const segmentSeconds = pool.segmentSeconds ?? defaultSegmentSeconds;
  const keyFrames = keyFrameSeconds * fps;
  const waiting = planSegments({ frames, processes, keyFrames, most: segmentSeconds * fps }).map((range) => ({
    ...range,
    first: first + range.first,
  }));
  const folder = await makeFolder(file);
  const sound = request.range ? null : join(folder, 'sound.mp4');
  const onNote = once(shooting.onNote);
  const ends = new AbortController();
  const signal = shooting.signal ? AbortSignal.any([shooting.signal, ends.signal]) : ends.signal;
  const onFrame = summed(shooting.onFrame);
  const done: RenderedSegment[] = [];
  const cameras: Camera[] = [];
  const fileOf = ({ first }: FrameRange) => join(folder, `${first}.mp4`);

  async function shootHere(): Promise<void> {
    for (let range = waiting.shift(); range; range = waiting.shift()) {
      const counted = onFrame(range);
      done.push(
        await renderSegment(prepared, { options, range, file: fileOf(range), threads, signal, onFrame: counted }),
      );
    }
  }

  /** What a process leaves undone when it ends is for those that are still there. */
  async function shootWith(camera: Camera): Promise<void> {
    for (let range = waiting.shift(); range; range = waiting.shift()) {
      const counted = onFrame(range);
      const segment = await camera.render(range, fileOf(range), counted);
      if (segment === null) {
        signal.throwIfAborted();
        counted(0);
        waiting.unshift(range);
        return onNote('A process of the render was ended; the others do its part.');
      }
      counted(range.frames);
      done.push(segment);
    }
  }

  async function abort(): Promise<void> {
    ends.abort(new Error('The video was given up.'));
    await Promise.all(cameras.map((camera) => camera.stop()));
    await rm(folder, { recursive: true, force: true });
  }

  try {
    signal.throwIfAborted();
    onNote(`${processes} processes render it side by side.`);
    for (let index = 1; index < processes; index++)
      cameras.push(startCamera({ sources: pool.sources, assets, options, threads }, onNote));
    const stopCameras = () => void Promise.all(cameras.map((camera) => camera.stop()));
    signal.addEventListener('abort', stopCameras, { once: true });
    const recording = sound === null ? [] : [recordSound({ ...shooting, onNote, signal }, sound)];
    await allOrNone([...recording, shootHere(), ...cameras.map(shootWith)], ends);
    // A process may have ended when there was nothing left to do here.
    await shootHere();
    signal.removeEventListener('abort', stopCameras);
    await Promise.all(cameras.map((camera) => camera.stop()));
  } catch (error) {
    await abort();
    throw error;
  }

  return {
    async finish() {
      const segments = done.toSorted((a, b) => a.first - b.first);
      const facts = await joinSegments({ segments, sound, fps, file }, { signal });
      await abort();
      return facts;
    },
    abort,
  };
}

/** Makes the sound of stretches that were filmed elsewhere, to be joined with them. */
export async function joinFilmed(shooting: Shooting, segments: readonly Segment[]): Promise<Footage> {
  const { request, signal } = shooting;
  const { file, options } = request;
  const folder = await makeFolder(file);
  const sound = join(folder, 'sound.mp4');
  const abort = () => rm(folder, { recursive: true, force: true });
  try {
    await recordSound(shooting, sound);
  } catch (error) {
    await abort();
    throw error;
  }
  return {
    async finish() {
      const facts = await joinSegments({ segments, sound, fps: options.fps, file }, { signal });
      await abort();
      return facts;
    },
    abort,
  };
}

async function recordSound({ prepared, request, onNote, signal }: Shooting, file: string): Promise<void> {
  const { take } = prepared;
  const stream = openRenderSound(prepared, request, onNote);
  try {
    const samples = samplesOf(take, take.frames);
    await encodeSound(stream, { file, bitrate: soundBitrate, samples }, { signal });
  } finally {
    stream.close();
  }
}

/** The first failure ends all of them, and is thrown when they have ended. */
async function allOrNone(parts: readonly Promise<void>[], ends: AbortController): Promise<void> {
  let first: { readonly reason: unknown } | null = null;
  await Promise.allSettled(
    parts.map((part) =>
      part.catch((reason) => {
        first ??= { reason };
        ends.abort(reason);
      }),
    ),
  );
  if (first) throw (first as { reason: unknown }).reason;
}

/** Frames that are done in all stretches together. */
function summed(tell: (done: number) => void): (range: FrameRange) => (done: number) => void {
  const counts = new Map<number, number>();
  return ({ first }) =>
    (done) => {
      counts.set(first, done);
      let all = 0;
      for (const count of counts.values()) all += count;
      tell(all);
    };
}

/** What several processes notice is worth one sentence. */
function once(tell: (note: string) => void): (note: string) => void {
  const told = new Set<string>();
  return (note) => {
    if (told.has(note)) return;
    told.add(note);
    tell(note);
  };
}

async function makeFolder(file: string): Promise<string> {
  const folder = join(dirname(file), `.${basename(file)}.${randomBytes(4).toString('hex')}.parts`);
  try {
    await mkdir(folder);
  } catch (cause) {
    const says = `The folder "${dirname(file)}" is not there or cannot be written to.`;
    throw new Failure('video/cannot-write', says, { cause });
  }
  return folder;
}
