import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { joinSegments, keyFrameSeconds } from '../../video/index.ts';
import type { SegmentFrames } from '../frame-schedule.ts';
import type { UnfinishedVideo, VideoTask } from '../render-in-process.ts';
import type { RenderPool } from '../request.ts';
import { encodeSoundFile } from './encode-sound-file.ts';
import { planSegments } from './plan-segments.ts';
import { type RenderedSegment, renderSegment } from './render-segment.ts';
import { createSegmentFolder } from './segment-folder.ts';
import { type SegmentProcess, startSegmentProcess } from './segment-process.ts';

/** Longer segments save nothing, and more is lost with a process that dies. */
const defaultSegmentSeconds = 30;

/** Renders with several processes, this one included, which take the segments of the video in turn. */
export async function renderInSegments(
  task: VideoTask,
  pool: RenderPool,
  { processes, threads }: { processes: number; threads: number },
): Promise<UnfinishedVideo> {
  const { prepared, request, onNote } = task;
  const { file, assets, options } = request;
  const { fps } = options;
  const waiting = segmentsOf(task, pool, processes);
  const folder = await createSegmentFolder(file);
  const sound = request.segment ? null : join(folder, 'sound.mp4');
  const ending = new AbortController();
  const signal = task.signal ? AbortSignal.any([task.signal, ending.signal]) : ending.signal;
  const countFrames = sumOverSegments(task.onFrame);
  const rendered: RenderedSegment[] = [];
  const children: SegmentProcess[] = [];
  const fileOf = ({ first }: SegmentFrames) => join(folder, `${first}.mp4`);

  async function renderHere(): Promise<void> {
    for (let segment = waiting.shift(); segment; segment = waiting.shift()) {
      const onFrame = countFrames(segment);
      const segmentRequest = { options, segment, file: fileOf(segment), threads, signal, onFrame };
      rendered.push(await renderSegment(prepared, segmentRequest));
    }
  }

  /** When the process dies, its segment returns to the others. */
  async function renderWith(child: SegmentProcess): Promise<void> {
    for (let segment = waiting.shift(); segment; segment = waiting.shift()) {
      const onFrames = countFrames(segment);
      const result = await child.render(segment, fileOf(segment), onFrames);
      if (result === null) {
        signal.throwIfAborted();
        onFrames(0);
        waiting.unshift(segment);
        return onNote('A process of the render died; the other processes render its segment.');
      }
      onFrames(segment.frames);
      rendered.push(result);
    }
  }

  async function stopChildren(): Promise<void> {
    await Promise.all(children.map((child) => child.stop()));
  }

  async function abort(): Promise<void> {
    ending.abort(new Error('The video was aborted.'));
    await stopChildren();
    await rm(folder, { recursive: true, force: true });
  }

  try {
    signal.throwIfAborted();
    onNote(`Rendering with ${processes} processes.`);
    const input = { sources: pool.sources, assets, options, threads };
    for (let index = 1; index < processes; index++) {
      children.push(startSegmentProcess(input, { onNote, childPath: pool.childPath }));
    }
    const onAbort = () => void stopChildren();
    signal.addEventListener('abort', onAbort, { once: true });
    const encodingSound = sound === null ? [] : [encodeSoundFile({ prepared, request, onNote, signal }, sound)];
    await allOrNone([...encodingSound, renderHere(), ...children.map(renderWith)], ending);
    // A child may have died after this process had run out of segments.
    await renderHere();
    signal.removeEventListener('abort', onAbort);
    await stopChildren();
  } catch (error) {
    await abort();
    throw error;
  }

  return {
    async finish() {
      const segments = rendered.toSorted((a, b) => a.first - b.first);
      const facts = await joinSegments({ segments, sound, fps, file }, { signal });
      await abort();
      return facts;
    },
    abort,
  };
}

function segmentsOf({ prepared, request }: VideoTask, pool: RenderPool, processes: number): SegmentFrames[] {
  const { fps } = request.options;
  const { first, frames } = request.segment ?? { first: 0, frames: prepared.schedule.frames };
  const maxFrames = (pool.segmentSeconds ?? defaultSegmentSeconds) * fps;
  const segments = planSegments({ frames, processes, keyFrameInterval: keyFrameSeconds * fps, maxFrames });
  return segments.map((segment) => ({ first: first + segment.first, frames: segment.frames }));
}

/** Waits for all parts. The first failure aborts the others and is thrown when all have ended. */
async function allOrNone(parts: readonly Promise<void>[], ending: AbortController): Promise<void> {
  const failures: unknown[] = [];
  await Promise.all(
    parts.map((part) =>
      part.catch((reason) => {
        failures.push(reason);
        ending.abort(reason);
      }),
    ),
  );
  if (failures.length > 0) throw failures[0];
}

/** Reports the finished frames of all segments together. */
function sumOverSegments(report: (done: number) => void): (segment: SegmentFrames) => (done: number) => void {
  const counts = new Map<number, number>();
  return ({ first }) =>
    (done) => {
      counts.set(first, done);
      let sum = 0;
      for (const count of counts.values()) sum += count;
      report(sum);
    };
}
