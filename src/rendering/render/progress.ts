import type { RenderProgress } from './request.ts';

/** The minimum time between two reports. */
const intervalMs = 200;

/** Reports the progress of a render and estimates the time left. */
export function createProgress(report: (progress: RenderProgress) => void = () => {}, now = () => performance.now()) {
  let frames = 0;
  let startedAt = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;

  function send(stage: RenderProgress['stage'], frame: number): void {
    const seconds = (now() - startedAt) / 1000;
    const framesPerSecond = frame > 0 && seconds > 0 ? frame / seconds : null;
    reportedAt = now();
    report({
      stage,
      frame,
      frames,
      framesPerSecond,
      secondsLeft: framesPerSecond === null ? null : (frames - frame) / framesPerSecond,
    });
  }

  return {
    prepare: () => send('preparing', 0),
    begin(count: number) {
      frames = count;
      startedAt = now();
      send('rendering', 0);
    },
    frame(done: number) {
      if (now() - reportedAt >= intervalMs || done === 1 || done === frames) send('rendering', done);
    },
    finish: () => send('finishing', frames),
  };
}
