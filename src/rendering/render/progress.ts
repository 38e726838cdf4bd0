import type { RenderProgress } from './request.ts';

/** A report this often is enough for anyone who watches. */
const everyMs = 200;

/** Reports how far a render is, and how long it will take if it goes on as it has. */
export function createProgress(report: (progress: RenderProgress) => void = () => {}, now = () => performance.now()) {
  let frames = 0;
  let beganAt = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;

  function tell(stage: RenderProgress['stage'], frame: number): void {
    const seconds = (now() - beganAt) / 1000;
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
    prepare: () => tell('preparing', 0),
    begin(count: number) {
      frames = count;
      beganAt = now();
      tell('rendering', 0);
    },
    frame(done: number) {
      if (now() - reportedAt >= everyMs || done === 1 || done === frames) tell('rendering', done);
    },
    finish: () => tell('finishing', frames),
  };
}
