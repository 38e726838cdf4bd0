import { Failure } from '../../../failure.ts';
import type { RenderProgress } from '../../../rendering/render/index.ts';

/** Loading and judging a large map, and finishing a long video, report no progress for minutes. */
const quietStageMs = 5 * 60_000;

export interface RenderTimeLimits {
  /** How long a render may take for one frame. */
  readonly stallMs: number;
  /** How long a render may take, from its start on. Before the number of frames is known, it is 0. */
  readonly timeLimitMs: (frames: number) => number;
}

/** Watches the progress of a render, from now on. */
export interface RenderTimeWatch {
  readonly quietStageMs: number;
  /** Aborted with a `Failure` when the render stalls or takes too long. */
  readonly exceeded: AbortSignal;
  progressed(progress: RenderProgress): void;
  stop(): void;
}

/** Detects a render that stalls or takes too long. */
export function watchRenderTime({ stallMs, timeLimitMs }: RenderTimeLimits): RenderTimeWatch {
  const startedAt = performance.now();
  const exceeded = new AbortController();
  let lastFrame = -1;
  let limitTimer = startLimit(0);
  let stallTimer = startStall(quietStageMs);

  function startLimit(frames: number): NodeJS.Timeout {
    const ms = timeLimitMs(frames);
    const late = () => exceeded.abort(new Failure('render/timed-out', `The time limit is ${ms / 1000} s.`));
    return setTimeout(late, startedAt + ms - performance.now());
  }

  function startStall(ms: number): NodeJS.Timeout {
    const stalled = () => exceeded.abort(new Failure('render/stalled', `There was no progress for ${ms} ms.`));
    return setTimeout(stalled, ms);
  }

  return {
    quietStageMs,
    exceeded: exceeded.signal,
    progressed({ stage, frame, frames }) {
      const isRendering = stage === 'rendering';
      if (isRendering && lastFrame < 0) {
        clearTimeout(limitTimer);
        limitTimer = startLimit(frames);
      }
      // A repeated report of the same frame is no progress.
      if (!isRendering || frame > lastFrame) {
        clearTimeout(stallTimer);
        stallTimer = startStall(isRendering ? stallMs : quietStageMs);
      }
      if (isRendering) lastFrame = frame;
    },
    stop() {
      clearTimeout(limitTimer);
      clearTimeout(stallTimer);
    },
  };
}
