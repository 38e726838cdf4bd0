import type { RenderProgress } from '../../rendering/render/index.ts';
import type { Claim, Jobs, MapDescription, Progress } from '../jobs/index.ts';
import type { JobLog } from './job-log.ts';

const everyMs = 1_000;
const percentPerLine = 10;
const lineEveryMs = 30_000;

/** The video is made, and 100 percent is for when everyone can fetch it. */
export const storing: Progress = { stage: 'storing', percent: 99.9, framesPerSecond: null, secondsLeft: null };

/** Passes on how a render goes, about once a second and with every stage. Everything is told in its order. */
export function createReporter<P extends { readonly stage: string }>(
  send: (progress: P) => Promise<boolean>,
  now = () => performance.now(),
) {
  const lost = new AbortController();
  let latest: P | null = null;
  let isWaiting = false;
  let reported = { stage: 'preparing', at: now() };
  let reporting: Promise<unknown> = Promise.resolve();

  /** One that cannot be made is no reason to stop; a claim that is lost is. */
  function tell(report: () => Promise<boolean>): void {
    reporting = reporting.then(report).then(
      (held) => held || lost.abort(new Error('Another attempt has taken the job.')),
      () => {},
    );
  }

  return {
    /** Aborted when another attempt has the job. */
    lost: lost.signal,
    tell,
    /** However slow the database is, no more than one is waiting, and it is the latest that is sent. */
    report(progress: P): void {
      latest = progress;
      const isDue = progress.stage !== reported.stage || now() - reported.at >= everyMs;
      if (!isDue || isWaiting) return;
      isWaiting = true;
      tell(() => {
        isWaiting = false;
        reported = { stage: latest!.stage, at: now() };
        return send(latest!);
      });
    },
    /** Resolves when every report so far has been made. */
    settled: () => reporting,
  };
}

/** Tells the job how its render goes, and its log in steps. */
export function createProgressReports(
  {
    jobs,
    claim,
    jobLog,
  }: { jobs: Pick<Jobs, 'describeMap' | 'reportProgress'>; claim: Claim; jobLog: Pick<JobLog, 'line'> },
  now = () => performance.now(),
) {
  const reporter = createReporter((progress: Progress) => jobs.reportProgress(claim, progress), now);
  let line = { percent: 0, at: now() };

  function writeLine({ percent, framesPerSecond, secondsLeft }: Progress): void {
    if (framesPerSecond === null || secondsLeft === null) return;
    const isStep = Math.floor(percent / percentPerLine) > Math.floor(line.percent / percentPerLine);
    if (!isStep && now() - line.at < lineEveryMs) return;
    line = { percent, at: now() };
    jobLog.line(`${Math.floor(percent)}% · ${framesPerSecond.toFixed(0)} frames/s · ${timeOf(secondsLeft)} left`);
  }

  return {
    lost: reporter.lost,
    opened(map: MapDescription): void {
      jobLog.line(`${map.title}${map.stars === null ? '' : ` · ${map.stars.toFixed(2)}★`}`);
      reporter.tell(() => jobs.describeMap(claim, map));
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
