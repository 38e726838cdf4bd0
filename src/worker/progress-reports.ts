import type { Claim, Jobs, MapDescription, Progress } from '../jobs/index.ts';
import type { RenderProgress } from '../render/index.ts';
import type { JobLog } from './job-log.ts';

const everyMs = 1_000;
const percentPerLine = 10;
const lineEveryMs = 30_000;

/** The video is made, and 100 percent is for when everyone can fetch it. */
export const storing: Progress = { stage: 'storing', percent: 99.9, framesPerSecond: null, secondsLeft: null };

/** Passes on how a render goes: to the job about once a second and with every stage, to its log in steps. */
export function createProgressReports(
  {
    jobs,
    claim,
    jobLog,
  }: { jobs: Pick<Jobs, 'describeMap' | 'reportProgress'>; claim: Claim; jobLog: Pick<JobLog, 'line'> },
  now = () => performance.now(),
) {
  const lost = new AbortController();
  let latest: Progress | null = null;
  let isWaiting = false;
  let reported = { stage: 'preparing' as Progress['stage'], at: now() };
  let line = { percent: 0, at: now() };
  let reporting: Promise<unknown> = Promise.resolve();

  /** In their order. One that cannot be made is no reason to stop; a claim that is lost is. */
  function report(send: () => Promise<boolean>): void {
    reporting = reporting.then(send).then(
      (held) => held || lost.abort(new Error('Another attempt has taken the job.')),
      () => {},
    );
  }

  /** However slow the database is, no more than one is waiting, and it is the latest that is sent. */
  function reportLatest(progress: Progress): void {
    latest = progress;
    const isDue = progress.stage !== reported.stage || now() - reported.at >= everyMs;
    if (!isDue || isWaiting) return;
    isWaiting = true;
    report(() => {
      isWaiting = false;
      reported = { stage: latest!.stage, at: now() };
      return jobs.reportProgress(claim, latest!);
    });
  }

  function writeLine({ percent, framesPerSecond, secondsLeft }: Progress): void {
    if (framesPerSecond === null || secondsLeft === null) return;
    const isStep = Math.floor(percent / percentPerLine) > Math.floor(line.percent / percentPerLine);
    if (!isStep && now() - line.at < lineEveryMs) return;
    line = { percent, at: now() };
    jobLog.line(`${Math.floor(percent)}% · ${framesPerSecond.toFixed(0)} frames/s · ${timeOf(secondsLeft)} left`);
  }

  return {
    /** Aborted when another attempt has the job. */
    lost: lost.signal,
    opened(map: MapDescription): void {
      jobLog.line(`${map.title}${map.stars === null ? '' : ` · ${map.stars.toFixed(2)}★`}`);
      report(() => jobs.describeMap(claim, map));
    },
    progress(rendered: RenderProgress): void {
      const progress = progressOf(rendered);
      reportLatest(progress);
      writeLine(progress);
    },
    /** Resolves when every report so far has been made. */
    settled: () => reporting,
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
