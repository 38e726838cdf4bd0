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
import type { SegmentAssignment, SegmentProcess } from './segment-process.ts';

/** Longer segments save nothing, and more is lost with a process that dies. */
const defaultSegmentSeconds = 30;

/**
 * Encoder threads for the last segment of each process. A process that finishes last also uses the cores of the others: it
 * draws on one and encodes on the next.
 */
const minLastThreads = 2;

/** Renders with this process and others, which take the segments of the video in turn. Stops the others. */
export async function renderInSegments(
  task: VideoTask,
  pool: RenderPool,
  { others, threads }: { others: readonly SegmentProcess[]; threads: number },
): Promise<UnfinishedVideo> {
  const { prepared, request, onNote } = task;
  const { file, options } = request;
  const { fps } = options;
  const processes = others.length + 1;
  const waiting = segmentsOf(task, pool, processes);
  const folder = await createSegmentFolder(file);
  const sound = request.segment ? null : join(folder, 'sound.mp4');
  const ending = new AbortController();
  const signal = task.signal ? AbortSignal.any([task.signal, ending.signal]) : ending.signal;
  const countFrames = sumOverSegments(task.onFrame);
  const rendered: RenderedSegment[] = [];

  /** Returns the next segment for a process. */
  function takeSegment(): SegmentAssignment | null {
    const segment = waiting.shift();
    if (!segment) return null;
    const isLast = waiting.length < processes;
    return {
      segment,
      file: join(folder, `${segment.first}.mp4`),
      threads: isLast ? Math.max(threads, minLastThreads) : threads,
    };
  }

  async function renderHere(): Promise<void> {
    for (let assignment = takeSegment(); assignment; assignment = takeSegment())
      rendered.push(
        await renderSegment(prepared, { options, ...assignment, signal, onFrame: countFrames(assignment.segment) }),
      );
  }

  /** When the process dies, its segment returns to the others. */
  async function renderWith(other: SegmentProcess): Promise<void> {
    for (let assignment = takeSegment(); assignment; assignment = takeSegment()) {
      const onFrames = countFrames(assignment.segment);
      const result = await other.render(assignment, onFrames);
      if (result === null) {
        signal.throwIfAborted();
        onFrames(0);
        waiting.unshift(assignment.segment);
        return onNote('A process of the render died; the other processes render its segment.');
      }
      onFrames(assignment.segment.frames);
      rendered.push(result);
    }
  }

  async function stopOthers(): Promise<void> {
    await Promise.all(others.map((other) => other.stop()));
  }

  async function abort(): Promise<void> {
    ending.abort(new Error('The video was aborted.'));
    await stopOthers();
    await rm(folder, { recursive: true, force: true });
  }

  try {
    signal.throwIfAborted();
    onNote(`Rendering with ${processes} processes.`);
    const onAbort = () => void stopOthers();
    signal.addEventListener('abort', onAbort, { once: true });
    const encodingSound = sound === null ? [] : [encodeSoundFile({ prepared, request, onNote, signal }, sound)];
    await allOrNone([...encodingSound, renderHere(), ...others.map(renderWith)], ending);
    // Another process may have died after this process had run out of segments.
    await renderHere();
    signal.removeEventListener('abort', onAbort);
    await stopOthers();
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
