import type { Job } from '../../contract/index.ts';
import { words } from '../words/index.ts';
import { formatDuration, formatNumber, formatWholePercent } from '../words/numbers.ts';
import type { useDoneNotice } from './done-notice.ts';

interface JobProgressProps {
  readonly job: Job;
  readonly notice: ReturnType<typeof useDoneNotice>;
}

/** Stage, progress, speed and remaining time of a render. */
export function JobProgress({
  job: { progress, stage, queue_position, starts_in_seconds, frames_per_second, seconds_left },
  notice,
}: JobProgressProps) {
  const { watch } = words;
  const details = [
    queue_position !== null && watch.position(queue_position),
    // Zero: a worker is free and takes the job at once.
    starts_in_seconds !== null && starts_in_seconds > 0 && watch.startsIn(formatDuration(starts_in_seconds)),
    frames_per_second !== null && watch.speed(formatNumber(Math.round(frames_per_second))),
    seconds_left !== null && watch.left(formatDuration(seconds_left)),
  ].filter((detail) => detail !== false);
  return (
    <div class="card in-progress">
      <div class="row">
        <p class="stage" aria-live="polite">
          {watch.stages[stage ?? 'storing']}
        </p>
        <p class="row muted details">
          <span>{formatWholePercent(progress)}</span>
          {details.map((detail) => (
            <span key={detail}>{detail}</span>
          ))}
        </p>
        <NoticeButton notice={notice} />
      </div>
      <progress max={100} value={progress} aria-label={watch.progress} />
    </div>
  );
}

function NoticeButton({ notice: { state, request } }: Pick<JobProgressProps, 'notice'>) {
  const { notice } = words.watch;
  if (state === 'hidden') return null;
  return (
    <>
      {state === 'off' && (
        <button type="button" onClick={() => void request()}>
          {notice.request}
        </button>
      )}
      <span class="muted" role="status">
        {state === 'on' && notice.on}
        {state === 'blocked' && notice.blocked}
      </span>
    </>
  );
}
