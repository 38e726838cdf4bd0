import type { Claim, Jobs, MapDescription } from '../jobs/index.ts';
import type { RenderProgress } from '../render/index.ts';
import type { JobLog } from './job-log.ts';

const everyMs = 1_000;
const percentPerLine = 10;

/** Passes on how a render goes: to the job about once a second, to its log in steps. */
export function createProgressReports(
  { jobs, claim, jobLog }: { jobs: Jobs; claim: Claim; jobLog: JobLog },
  now = () => performance.now(),
) {
  const lost = new AbortController();
  let reportedAt = Number.NEGATIVE_INFINITY;
  let nextLine = percentPerLine;
  let reporting: Promise<unknown> = Promise.resolve();

  /** In their order. One that cannot be made is no reason to stop; a claim that is lost is. */
  function report(send: () => Promise<boolean>): void {
    reporting = reporting.then(send).then(
      (held) => held || lost.abort(new Error('Another attempt has taken the job.')),
      () => {},
    );
  }

  return {
    /** Aborted when another attempt has the job. */
    lost: lost.signal,
    opened(map: MapDescription): void {
      jobLog.line(`${map.title}${map.stars === null ? '' : ` · ${map.stars.toFixed(2)}★`}`);
      report(() => jobs.describeMap(claim, map));
    },
    progress({ stage, frame, frames, framesPerSecond, secondsLeft }: RenderProgress): void {
      if (stage !== 'rendering' || frames === 0) return;
      const percent = Math.min(99.9, Math.floor((frame / frames) * 1000) / 10);
      if (now() - reportedAt >= everyMs) {
        reportedAt = now();
        report(() => jobs.reportProgress(claim, percent));
      }
      if (percent >= nextLine && framesPerSecond !== null && secondsLeft !== null) {
        nextLine = (Math.floor(percent / percentPerLine) + 1) * percentPerLine;
        jobLog.line(
          `${Math.floor(percent)}% · ${framesPerSecond.toFixed(0)} frames/s · ${secondsLeft.toFixed(0)} s left`,
        );
      }
    },
    /** Resolves when every report so far has been made. */
    settled: () => reporting,
  };
}
