import type { RenderProgress } from '../../../rendering/render/index.ts';
import type { Attempts, Claim, MapDescription, Progress } from '../../jobs/index.ts';
import type { JobLog } from './job-log.ts';

const intervalMs = 1_000;
const percentPerLine = 10;
const maxLineIntervalMs = 30_000;

/** Progress of 100 percent means that the video can be downloaded, so this stage is just below. */
export const storingProgress: Progress = { stage: 'storing', percent: 99.9, framesPerSecond: null, secondsLeft: null };

/** Reports progress in order, about once per second and at every change of stage. */
export function createReporter<P extends { readonly stage: string }>(
  send: (progress: P) => Promise<boolean>,
  now = () => performance.now(),
) {
  const lost = new AbortController();
  let waiting: { progress: P } | null = null;
  let reported = { stage: 'preparing', at: now() };
  let reporting: Promise<unknown> = Promise.resolve();

  /** A report that fails is ignored; a lost claim aborts `lost`. */
  function enqueue(report: () => Promise<boolean>): void {
    reporting = reporting.then(report).then(
      (isClaimed) => isClaimed || lost.abort(new Error('Another attempt has claimed the job.')),
      () => {},
    );
  }

  return {
    /** Aborted when another attempt has claimed the job. */
    lost: lost.signal,
    enqueue,
    /** At most one report waits, however slow the database is, and the latest progress is sent. */
    report(progress: P): void {
      if (waiting !== null) {
        waiting.progress = progress;
        return;
      }
      const isDue = progress.stage !== reported.stage || now() - reported.at >= intervalMs;
      if (!isDue) return;
      const next = { progress };
      waiting = next;
      enqueue(() => {
        waiting = null;
        reported = { stage: next.progress.stage, at: now() };
        return send(next.progress);
      });
    },
    /** Resolves when all reports have been sent. */
    settled: () => reporting,
  };
}

interface ProgressTargets {
  readonly attempts: Pick<Attempts, 'describeMap' | 'isCurrent' | 'reportProgress'>;
  readonly claim: Claim;
  readonly jobLog: Pick<JobLog, 'line'>;
  /** Stores the analytics of the judged play. */
  readonly storeAnalytics: () => Promise<unknown>;
}

/** Reports the progress of a render to its job, and in steps to the job's log. */
export function createProgressReports(targets: ProgressTargets, now = () => performance.now()) {
  const { attempts, claim, jobLog, storeAnalytics } = targets;
  const reporter = createReporter((progress: Progress) => attempts.reportProgress(claim, progress), now);
  let line = { percent: 0, at: now() };

  function writeLine({ percent, framesPerSecond, secondsLeft }: Progress): void {
    if (framesPerSecond === null || secondsLeft === null) return;
    const isStep = Math.floor(percent / percentPerLine) > Math.floor(line.percent / percentPerLine);
    if (!isStep && now() - line.at < maxLineIntervalMs) return;
    line = { percent, at: now() };
    jobLog.line(`${Math.floor(percent)}% · ${framesPerSecond.toFixed(0)} frames/s · ${timeOf(secondsLeft)} left`);
  }

  return {
    lost: reporter.lost,
    opened(map: MapDescription): void {
      jobLog.line(`${map.title}${map.stars === null ? '' : ` · ${map.stars.toFixed(2)}★`}`);
      reporter.enqueue(async () => {
        if (!(await attempts.isCurrent(claim))) return false;
        // First, so that clients that see the title find the judged play in the analytics. Without them the render goes
        // on, because they are stored again with the video.
        await storeAnalytics().catch(() => {});
        return attempts.describeMap(claim, map);
      });
    },
    progress(rendered: RenderProgress): void {
      const progress = progressOf(rendered);
      reporter.report(progress);
      writeLine(progress);
    },
    settled: reporter.settled,
  };
}

function progressOf({ stage, frame, frames, framesPerSecond, secondsLeft }: RenderProgress): Progress {
  const percent = frames === 0 ? 0 : Math.min(99.9, Math.floor((frame / frames) * 1000) / 10);
  if (stage !== 'rendering' || framesPerSecond === null || secondsLeft === null) {
    return { stage, percent, framesPerSecond: null, secondsLeft: null };
  }
  return {
    stage,
    percent,
    framesPerSecond: Math.round(framesPerSecond * 10) / 10,
    secondsLeft: Math.ceil(secondsLeft),
  };
}

/** `45 s`, `2 min 5 s`, `1 h 12 min`. */
function timeOf(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
